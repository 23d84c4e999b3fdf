"""Club nights: evenings that come back every week, with a tournament or for free play."""
