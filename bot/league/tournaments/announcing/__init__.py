"""The announcements of tournaments in their channels: which are true, their texts, and posting them."""
