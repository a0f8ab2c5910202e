import Engine
import Providers

extension Configuration {
  /// Has every relative path of files begin at that folder; commands begin in the working directory of the daemon.
  mutating func beginPaths(at folder: String) {
    for index in resources.indices { resources[index].beginPaths(at: folder) }
    location.source = location.source.beginning(at: folder)
    store.path = store.path?.beginning(at: folder)
    metrics.path = metrics.path?.beginning(at: folder)
    watchedFiles = watchedFiles.map { $0.beginning(at: folder) }
  }
}

extension Configuration.Resource {
  fileprivate mutating func beginPaths(at folder: String) {
    source = source.beginning(at: folder)
    caFile = caFile?.beginning(at: folder)
    certificate = certificate?.beginning(at: folder)
    key = key?.beginning(at: folder)
  }
}
