"""New tournaments: the form, and the settings of earlier ones."""
