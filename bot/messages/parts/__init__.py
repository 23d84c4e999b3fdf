"""What messages are made of: addresses, buttons and selects, choices, texts within limits, and who reads them."""
