"""What buttons, selects and reactions do."""
