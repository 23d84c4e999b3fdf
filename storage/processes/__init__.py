"""Several processes on one database: which of them runs which shards, and how one tells another what it has changed."""
