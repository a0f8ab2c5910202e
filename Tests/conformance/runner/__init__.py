"""Runs the cases of schema/conformance against a JSON-RPC server on stdin and stdout."""
