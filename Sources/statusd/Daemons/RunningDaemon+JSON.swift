import Jansson
import StatusServer

extension JSONWriter {
  /// Writes what `daemons --json` prints.
  mutating func daemons(_ daemons: [RunningDaemon]) {
    object { json in
      json.member("daemons") { $0.array(of: daemons) { $0.daemon($1) } }
    }
  }

  private mutating func daemon(_ daemon: RunningDaemon) {
    object { json in
      json.member("pid", daemon.status.process)
      json.member("version", daemon.status.version)
      json.member("sessions", daemon.status.sessions)
      json.member("uptime", daemon.status.uptime)
      json.member("configuration", daemon.info?.file)
      json.member("socket", daemon.place.socket)
      json.member("log", daemon.place.log)
    }
  }
}
