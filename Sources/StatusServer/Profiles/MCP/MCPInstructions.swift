/// What a model is told of this server, besides its tools.
enum MCPInstructions {
  /// Fewer than 1,000 bytes: a host puts it into each conversation.
  static let text = """
    statusd watches things for you: builds, deployments, files, web services. Each is a resource with a name; \
    list_resources says which there are. get_state gives what is known now and fetches nothing; refresh fetches. To \
    wait for a change, call wait_for with a condition instead of calling refresh again and again: it returns when the \
    condition is met, or after its timeout with what is there then; call it again to go on waiting. When something \
    fails, the result says why, with a failureId and the ids of options: call retry with both to recover. isStale \
    means that the value is old or that a later fetch failed. A large value comes in parts: use path (JSON Pointer), \
    offset and limit to look further in. Pass the revision that you know as ifRevision, and an unchanged value is not \
    repeated.
    """
}
