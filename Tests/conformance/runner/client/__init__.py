"""The kit's client side: a scripted daemon that a client is pointed at. schema/client/README.md explains it."""
