"""What pictures are drawn with: a table and its felt, tiles, marks, letters and colours."""
