"""`/league-admin`: manual changes, files, settings and the audit log."""
