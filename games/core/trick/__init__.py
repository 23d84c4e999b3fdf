"""What trick games share: following, taking, and hands from two sets."""
