"""Changes by hand, files, settings and the audit log of a league: `/league-admin`."""
