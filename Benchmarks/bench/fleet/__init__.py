"""Many daemons that poll one origin through Varnish; Tests/scaling holds the same parts to what docs/scaling.md promises."""
