"""Clients of the controller manager, and the command line tools made of them."""
