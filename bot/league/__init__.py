"""The league: what results come to. It knows storage and the catalogue of games; tables tell it of their matches."""
