"""What only one page needs, a module for each subject: its drawing and its actions."""
