"""The parts of messages: addresses, buttons and selects, choices, texts within limits, and readers."""
