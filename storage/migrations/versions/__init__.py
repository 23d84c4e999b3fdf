"""The steps of the schema, one numbered file each."""
