"""The steps of the schema, one file each, in the order that their numbers tell."""
