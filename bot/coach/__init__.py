"""The coach: reviews of matches, retries, hints and puzzles; a folder for each subject."""
