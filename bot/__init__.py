"""Boneyard as people meet it: tables, commands, messages, pictures and words."""
