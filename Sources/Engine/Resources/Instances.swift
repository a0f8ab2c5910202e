import Reactor
package import StatusCore

/// The instances of all parameterised resources: at most `limits.instances` at a time.
///
/// A further one takes the place of the one that was not used for the longest time, of those that nobody needs.
@LoopActor
final class Instances {
  /// `limits.instances`; with fewer than there are, a further one takes the place of several.
  var limit: Int
  /// The number of the first slot's resource.
  private let firstNumber: Int
  private let sources: ConfiguredSources
  private let environment: EngineEnvironment
  private var order = RecencyOrder()
  private var slots: [Slot] = []

  private struct Slot {
    var instance: Resource?
    var family: ResourceFamily
    /// Where the generations of the next instance in this slot begin: what was encoded of the one before is outdated.
    var nextGeneration = 0
  }

  init(
    limit: Int, firstNumber: Int, from sources: ConfiguredSources, environment: EngineEnvironment
  ) {
    self.limit = limit
    self.firstNumber = firstNumber
    self.sources = sources
    self.environment = environment
  }

  /// The instance of a family with these arguments, which is made if there is none; this is a use of it.
  func instance(
    of family: ResourceFamily, with arguments: ResourceArguments
  ) throws(InstanceProblem) -> Resource {
    if let instance = family[arguments] {
      order.use(instance.number - firstNumber)
      return instance
    }
    let entry: Configuration.Resource
    do throws(ArgumentFault) {
      entry = try family.entry(of: arguments)
    } catch {
      throw .arguments(error)
    }
    try makeRoom()
    return make(ResourceID(family.name, arguments), entry, of: family)
  }

  private func make(
    _ id: ResourceID, _ entry: Configuration.Resource, of family: ResourceFamily
  ) -> Resource {
    let slot = order.take()
    if slot == slots.count { slots.append(Slot(family: family)) }
    let instance = Resource(
      id, entry, from: sources.source(of: id, entry),
      Resource.Beginning(
        number: firstNumber + slot, generation: slots[slot].nextGeneration, revision: family.revision),
      customOptions: family.customOptions, environment: environment)
    slots[slot].instance = instance
    slots[slot].family = family
    family.add(instance)
    environment.store.restore(id, from: instance.intake.identity)
    return instance
  }

  private func makeRoom() throws(InstanceProblem) {
    while order.count >= limit {
      guard let slot = order.oldest(where: { !(slots[$0].instance?.isNeeded ?? false) }) else {
        throw .full(limit: limit)
      }
      drop(slot)
    }
  }

  private func drop(_ slot: Int) {
    order.release(slot)
    guard let instance = slots[slot].instance else { return }
    slots[slot].instance = nil
    slots[slot].nextGeneration = instance.generation &+ 1
    slots[slot].family.remove(instance)
    instance.close()
  }
}

/// Why there is no instance with some arguments.
package enum InstanceProblem: Error, Hashable, Sendable {
  case arguments(ArgumentFault)
  /// Every instance is needed.
  case full(limit: Int)
}
