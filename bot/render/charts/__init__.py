"""Charts in the manner of the boards: lines over time, and tables of people."""
