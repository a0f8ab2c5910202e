// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What `kind` can be.
public struct MapItemKind: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let central: Self = "central"
  public static let courier: Self = "courier"
  public static let package: Self = "package"
  public static let vehicle: Self = "vehicle"
}

extension MapItemKind: CustomStringConvertible {
  public var description: String { rawValue }
}

/// What stands on the map of a fleet, joined with the others by ids.
public struct MapItem: Codable, Hashable, Sendable {
  /// What it stands for.
  public var kind: MapItemKind
  /// Unique within a kind.
  public var id: String
  /// For a pin.
  public var title: String
  /// A sentence that says what it is joined with: `Amina carries p1 in Cargo bike 7`.
  public var label: String
  public var location: Coordinate
  public var destination: Coordinate?
  /// Of a package.
  public var delivered: Bool?
  /// Of a package and of a vehicle: who carries or drives it.
  public var courierId: String?
  /// Of a courier and of a vehicle: what is carried.
  public var packageId: String?
  /// Of a courier and of a package: in what.
  public var vehicleId: String?

  public init(
    kind: MapItemKind,
    id: String,
    title: String,
    label: String,
    location: Coordinate,
    destination: Coordinate? = nil,
    delivered: Bool? = nil,
    courierId: String? = nil,
    packageId: String? = nil,
    vehicleId: String? = nil
  ) {
    self.kind = kind
    self.id = id
    self.title = title
    self.label = label
    self.location = location
    self.destination = destination
    self.delivered = delivered
    self.courierId = courierId
    self.packageId = packageId
    self.vehicleId = vehicleId
  }
}

/// What `role` can be.
public struct ScreenButtonRole: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let cancel: Self = "cancel"
  public static let `default`: Self = "default"
  public static let destructive: Self = "destructive"
}

extension ScreenButtonRole: CustomStringConvertible {
  public var description: String { rawValue }
}

/// The button of a recovery option.
public struct ScreenButton: Codable, Hashable, Sendable {
  public var id: RecoveryOptionID
  /// The words on it.
  public var title: String
  /// How to show it.
  public var role: ScreenButtonRole
  /// Whether a press does anything.
  public var enabled: Bool
  /// Whether the option is being performed.
  public var running: Bool

  public init(
    id: RecoveryOptionID,
    title: String,
    role: ScreenButtonRole,
    enabled: Bool,
    running: Bool
  ) {
    self.id = id
    self.title = title
    self.role = role
    self.enabled = enabled
    self.running = running
  }
}

/// A failure with its buttons, for an alert or in the place of a value.
public struct ScreenBox: Codable, Hashable, Sendable {
  /// What the buttons `option` and `dismiss` name.
  public var failureId: String
  public var kind: FailureKind
  /// What `getHelp` takes.
  public var helpAnchor: String
  /// What failed; `location` for the location.
  public var resource: String?
  /// Of an instance.
  public var arguments: [String: String]?
  /// What failed, without a full stop.
  public var title: String
  /// Why, and what to do.
  public var message: String
  /// Seconds until the server may be asked again.
  public var countdown: Int?
  /// In the order in which to show them, `cancel` first.
  public var buttons: [ScreenButton]

  public init(
    failureId: String,
    kind: FailureKind,
    helpAnchor: String,
    resource: String? = nil,
    arguments: [String: String]? = nil,
    title: String,
    message: String,
    countdown: Int? = nil,
    buttons: [ScreenButton]
  ) {
    self.failureId = failureId
    self.kind = kind
    self.helpAnchor = helpAnchor
    self.resource = resource
    self.arguments = arguments
    self.title = title
    self.message = message
    self.countdown = countdown
    self.buttons = buttons
  }
}

/// The switch of auto-polling.
public struct ScreenPolling: Codable, Hashable, Sendable {
  /// Whether it is on.
  public var on: Bool
  /// Whether it can be pressed.
  public var enabled: Bool
  /// Seconds.
  public var interval: Double
  /// When the next poll is due: `in 8 s`, `in 3 min`, `now`.
  public var next: String?

  public init(on: Bool, enabled: Bool, interval: Double, next: String? = nil) {
    self.on = on
    self.enabled = enabled
    self.interval = interval
    self.next = next
  }
}

/// What `phase` can be.
public struct ScreenPhase: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let blank: Self = "blank"
  public static let loading: Self = "loading"
  public static let content: Self = "content"
  public static let stale: Self = "stale"
  public static let error: Self = "error"
}

extension ScreenPhase: CustomStringConvertible {
  public var description: String { rawValue }
}

/// What `shape` can be.
public struct ScreenShape: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let fleet: Self = "fleet"
  public static let menu: Self = "menu"
  public static let any: Self = "any"
  public static let text: Self = "text"
  public static let lines: Self = "lines"
}

extension ScreenShape: CustomStringConvertible {
  public var description: String { rawValue }
}

/// Which attempt of a fetch is under way, of how many at most.
public struct ScreenAttempt: Codable, Hashable, Sendable {
  public var number: Int
  public var of: Int

  public init(number: Int, of: Int) {
    self.number = number
    self.of = of
  }
}

/// The button `refresh`.
public struct ScreenControl: Codable, Hashable, Sendable {
  /// Whether a press does anything.
  public var enabled: Bool

  public init(enabled: Bool) {
    self.enabled = enabled
  }
}

/// A resource on a screen.
public struct ScreenPart: Codable, Hashable, Sendable {
  public var resource: String
  public var arguments: [String: String]?
  /// Of `content`.
  public var shape: ScreenShape
  /// What to draw.
  public var phase: ScreenPhase
  /// Whether a fetch is under way that somebody waits for.
  public var spinner: Bool
  /// Which attempt of a fetch is under way, of how many at most.
  public var attempt: ScreenAttempt?
  /// Null without a value.
  public var content: ScreenContent?
  /// How old the value is, such as `3 min ago`.
  public var age: String?
  /// To draw in the place of the value, or beside it.
  public var failure: ScreenBox?
  /// The button `refresh`.
  public var refresh: ScreenControl
  /// The button `stop`: enabled while a refresh of this screen is under way.
  public var stop: ScreenControl
  /// The switch of auto-polling; null for what cannot be polled.
  public var polling: ScreenPolling?

  public init(
    resource: String,
    arguments: [String: String]? = nil,
    shape: ScreenShape,
    phase: ScreenPhase,
    spinner: Bool,
    attempt: ScreenAttempt? = nil,
    content: ScreenContent? = nil,
    age: String? = nil,
    failure: ScreenBox? = nil,
    refresh: ScreenControl,
    stop: ScreenControl,
    polling: ScreenPolling? = nil
  ) {
    self.resource = resource
    self.arguments = arguments
    self.shape = shape
    self.phase = phase
    self.spinner = spinner
    self.attempt = attempt
    self.content = content
    self.age = age
    self.failure = failure
    self.refresh = refresh
    self.stop = stop
    self.polling = polling
  }
}

/// The location on a screen.
public struct ScreenPlace: Codable, Hashable, Sendable {
  /// What to draw, as of a part.
  public var phase: ScreenPhase
  /// Whether this screen follows the location.
  public var on: Bool
  /// The last place that is known.
  public var coordinate: Position?
  /// How old it is.
  public var age: String?
  /// To draw beside the place.
  public var failure: ScreenBox?

  public init(
    phase: ScreenPhase,
    on: Bool,
    coordinate: Position? = nil,
    age: String? = nil,
    failure: ScreenBox? = nil
  ) {
    self.phase = phase
    self.on = on
    self.coordinate = coordinate
    self.age = age
    self.failure = failure
  }
}

/// What a person sees of some resources and of the location, to be drawn as it is.
public struct ScreenData: Codable, Hashable, Sendable {
  /// By the names that `openScreen` was given, in its order.
  public var parts: [String: ScreenPart]
  /// Null on a screen that was opened without it.
  public var location: ScreenPlace?
  /// The one failure to show before the person: the newest that is open.
  public var alert: ScreenBox?
  /// What the last recovery has done, until the next press.
  public var notice: String?
  /// An explanation, until `closeHelp`.
  public var help: HelpSection?

  public init(
    parts: [String: ScreenPart],
    location: ScreenPlace? = nil,
    alert: ScreenBox? = nil,
    notice: String? = nil,
    help: HelpSection? = nil
  ) {
    self.parts = parts
    self.location = location
    self.alert = alert
    self.notice = notice
    self.help = help
  }
}

/// A screen as it is now; `screenChanged` reports every change of it.
public struct OpenedScreen: Codable, Hashable, Sendable {
  /// The screen.
  public var screenId: String
  public var screen: ScreenData

  public init(screenId: String, screen: ScreenData) {
    self.screenId = screenId
    self.screen = screen
  }
}

/// The members of a part that have changed, each of them whole.
public struct ScreenPartChanges: Codable, Hashable, Sendable {
  /// With all the others: of a part that is new to the client, once a wrong configuration is right.
  public var resource: String?
  public var arguments: [String: String]?
  /// Of `content`: of a part that is new, or that has turned out to have another shape.
  public var shape: ScreenShape?
  /// What to draw.
  public var phase: ScreenPhase?
  /// Whether a fetch is under way that somebody waits for.
  public var spinner: Bool?
  /// Which attempt of a fetch is under way, of how many at most.
  public var attempt: ScreenAttempt??
  /// Null without a value.
  public var content: ScreenContent??
  /// How old the value is, such as `3 min ago`.
  public var age: String??
  /// To draw in the place of the value, or beside it.
  public var failure: ScreenBox??
  /// The button `refresh`.
  public var refresh: ScreenControl?
  /// The button `stop`: enabled while a refresh of this screen is under way.
  public var stop: ScreenControl?
  /// The switch of auto-polling; null for what cannot be polled.
  public var polling: ScreenPolling??

  public init(
    resource: String? = nil,
    arguments: [String: String]? = nil,
    shape: ScreenShape? = nil,
    phase: ScreenPhase? = nil,
    spinner: Bool? = nil,
    attempt: ScreenAttempt?? = nil,
    content: ScreenContent?? = nil,
    age: String?? = nil,
    failure: ScreenBox?? = nil,
    refresh: ScreenControl? = nil,
    stop: ScreenControl? = nil,
    polling: ScreenPolling?? = nil
  ) {
    self.resource = resource
    self.arguments = arguments
    self.shape = shape
    self.phase = phase
    self.spinner = spinner
    self.attempt = attempt
    self.content = content
    self.age = age
    self.failure = failure
    self.refresh = refresh
    self.stop = stop
    self.polling = polling
  }
}

/// The members of a Screen that have changed.
public struct ScreenChanges: Codable, Hashable, Sendable {
  /// To be assigned one level down: `screen.parts.menu.spinner = ...`.
  public var parts: [String: ScreenPartChanges]?
  public var location: ScreenPlace?
  public var alert: ScreenBox??
  /// As in Screen.
  public var notice: String??
  public var help: HelpSection??

  public init(
    parts: [String: ScreenPartChanges]? = nil,
    location: ScreenPlace? = nil,
    alert: ScreenBox?? = nil,
    notice: String?? = nil,
    help: HelpSection?? = nil
  ) {
    self.parts = parts
    self.location = location
    self.alert = alert
    self.notice = notice
    self.help = help
  }
}

/// The params of the notification screenChanged.
public struct ScreenChanged: Codable, Hashable, Sendable {
  /// The screen.
  public var screenId: String
  public var changed: ScreenChanges
  /// How many moments of the screen were left out because the reader was slow.
  public var coalesced: Int

  public init(screenId: String, changed: ScreenChanges, coalesced: Int) {
    self.screenId = screenId
    self.changed = changed
    self.coalesced = coalesced
  }
}

/// An option that the client performs itself.
public struct ClientOption: Codable, Hashable, Sendable {
  /// Whose option it is.
  public var failureId: String
  public var option: RecoveryOption

  public init(failureId: String, option: RecoveryOption) {
    self.failureId = failureId
    self.option = option
  }
}

/// What became of a press.
public struct PressResult: Codable, Hashable, Sendable {
  /// False where the button was not enabled at that moment, or its failure is not known (any more).
  public var pressed: Bool
  public var performs: ClientOption?

  public init(pressed: Bool, performs: ClientOption? = nil) {
    self.pressed = pressed
    self.performs = performs
  }
}
