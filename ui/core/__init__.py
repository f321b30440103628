"""What a reader has set up, what arrives from the browser, and the words and colours of all."""
