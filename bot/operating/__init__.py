"""The operation of an installation: its log, health pages, alerts and error reports, disk and backups."""
