import Glibc

/// The environment of this process, environ(7), which the programs get that it starts.
package enum ProcessEnvironment {
  /// Replaces all of it, before there is another thread that might read it.
  package static func replace(by variables: [(name: String, value: String)]) {
    clearenv()
    for variable in variables { unsafe setenv(variable.name, variable.value, 1) }
  }
}
