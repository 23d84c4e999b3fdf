"""The parts of pictures: canvas, tiles, marks, letters and colours."""
