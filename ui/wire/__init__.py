"""Messages between browser and session: actions, the address, sentences for a screen reader."""
