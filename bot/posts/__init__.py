"""Everything that is sent to Discord; see `Publisher`."""
