import Foundation

/// No descriptor of that number or above can be made from now on; the process's own stay open.
func limitDescriptors(to number: Int) {
  var limit = rlimit(rlim_cur: rlim_t(number), rlim_max: rlim_t(number))
  precondition(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, "no limit")
}

/// No thread can be made from now on: its stack, 8 MiB, is more memory than there is left.
func refuseThreads() throws {
  let sizes = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  let bytes = (Int(sizes[0]) ?? 0) * sysconf(CInt(_SC_PAGESIZE)) + 4 << 20
  var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
  precondition(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, "no limit")
}
