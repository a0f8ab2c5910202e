/** The objects of the wire. Written by scripts/schema from schema/types, which explains every member. */

/** Whether repeating the failed operation can help. */
export interface RetryAdvice {
  /** Repeating it unchanged may succeed. */
  safe: boolean;
  /** Seconds to wait before that. */
  after?: number;
}

/** One thing that can be done about a failure. */
export interface RecoveryOption {
  id: string;
  /** The words for a button. */
  title: string;
  /** How to show the button. */
  role: "cancel" | "default" | "destructive" | (string & {});
  /** `server`: give the id to `retry`. */
  performedBy: "server" | "client" | (string & {});
  /** Of `openSettings`. */
  key?: string;
  /** Of `openSettings`: the path of the configuration file that was read; if none was, that at which one would be. */
  path?: string;
  /** Of `showHelp`, always there with it. */
  url?: string;
}

/** One failed attempt of a fetch. */
export interface Attempt {
  kind: string;
  /** Seconds. */
  duration: number;
}

/** What a server says of an error in its own words (RFC 9457). */
export interface ProblemDetails {
  /** A URI reference that names the type of the problem. */
  type?: string;
  /** The type in a few words. */
  title?: string;
  /** The HTTP status as the body repeats it. */
  status?: number;
  /** What happened this time. */
  detail?: string;
  /** A URI reference that names this occurrence. */
  instance?: string;
}

/** The particulars of a failure. */
export interface FailureDetail {
  /** The address that was asked, without credentials and query values. */
  url?: string;
  /** The HTTP status. */
  status?: number;
  /** A JSON Pointer (RFC 6901) into the params or into the value that came, or the path of a file. */
  path?: string;
  /** The finer case within the kind. */
  reason?: string;
  /** What was exceeded, in the unit of the thing limited. */
  limit?: number;
  /** How many bytes there were. */
  bytes?: number;
  /** The nearest known name to an unknown one. */
  suggestion?: string;
  /** What should have been there. */
  expected?: string;
  /** The key of the configuration that is wrong, its names joined with full stops: `resources.menu.source`. */
  key?: string;
  /** Of a configuration that is wrong: the line of its file in which the first mistake is. */
  line?: number;
  /** Of a configuration because of which nothing is served. */
  mistakes?: Array<string>;
  /** The option that is being performed. */
  running?: string;
  /** The id of another request. */
  id?: string | number | null;
  /** The system's error number. */
  errno?: number;
  /** With what a command or a stream ended; 0 of a stream alone, whose end is always a failure. */
  exitStatus?: number;
  /** The number of the signal that ended a command. */
  signal?: number;
  /** The last line that a command wrote to its standard error. */
  stderr?: string;
  /** Of `transportFailed`: the error number of the library that carries the request (libcurl's CURLcode). */
  code?: number;
  /** Of `malformedData` and `unexpectedShape`: the first 200 characters of what came. */
  excerpt?: string;
  /** What the server says of the error, where the body of its response is application/problem+json of at most 64 KiB. */
  problem?: ProblemDetails;
}

/** What failed, why, and what can be done about it. */
export interface FailureData {
  /** Unique in this process. */
  failureId: string;
  kind: string;
  /** The method that failed; `autoPoll` where a poll failed that nobody waited for. */
  operation?: string;
  /** The resource that failed, `location` for the location, or the unknown name that was asked for. */
  resource?: string;
  /** Which instance failed, of a parameterised resource. */
  arguments?: Record<string, string>;
  /** What failed, without a full stop. */
  title: string;
  /** Why it failed. */
  failureReason?: string;
  /** What a person can do about it. */
  recoverySuggestion?: string;
  /** Reason and suggestion joined with ". */
  message: string;
  /** The anchor of the section in docs/failures.md that explains the kind. */
  helpAnchor: string;
  /** How to show it. */
  presentation: "alert" | "inline" | "silent" | (string & {});
  retry: RetryAdvice;
  /** What can be done now, in the order of `RecoveryOptionID`; `cancel` comes first. */
  recoveryOptions: Array<RecoveryOption>;
  /** Every attempt of the fetch, in order. */
  attempts?: Array<Attempt>;
  /** The failure whose recovery failed with this one. */
  previousFailureId?: string;
  detail?: FailureDetail;
  occurredAt: string;
}

/** A place on earth, WGS 84. */
export interface Coordinate {
  /** Degrees, north is positive. */
  latitude: number;
  /** Degrees, east is positive. */
  longitude: number;
}

/** A person who carries packages. */
export interface Courier {
  /** Unique among the couriers. */
  id: string;
  name: string;
  location: Coordinate;
  /** The package that is being carried. */
  packageId?: string;
  /** The vehicle in use. */
  vehicleId?: string;
}

/** A thing to be delivered. */
export interface Package {
  /** Unique among the packages. */
  id: string;
  destination: Coordinate;
  /** Who carries it. */
  courierId?: string;
  delivered: boolean;
  location: Coordinate;
}

/** What couriers drive. */
export interface Vehicle {
  /** Unique among the vehicles. */
  id: string;
  /** Who drives it. */
  courierId?: string;
  location: Coordinate;
  name: string;
}

/** The value of `state`: couriers, packages and vehicles around a central. */
export interface FleetValue {
  central: Coordinate;
  couriers: Array<Courier>;
  packages: Array<Package>;
  vehicles: Array<Vehicle>;
}

/** One dish or drink. */
export interface MenuItem {
  name: string;
  category: string;
  spicy: boolean;
  /** In the currency of the source; the daemon does not convert. */
  price: number;
}

/** The items of one category, in the order of the source. */
export interface MenuSection {
  category: string;
  items: Array<MenuItem>;
}

/** The value of `menu`. */
export interface MenuValue {
  /** Empty for an empty menu. */
  sections: Array<MenuSection>;
}

/** Whether and how often a resource is fetched without being asked for. */
export interface AutoPolling {
  /** Whether it is polled. */
  enabled: boolean;
  /** Seconds from the end of one fetch to the beginning of the next, within 10 % of it. */
  interval: number;
  /** When the next poll is due. */
  nextPollAt?: string;
  /** How many polls have failed since the last fetch that succeeded, or that brought a value which could not be stored. */
  consecutiveFailures: number;
  /** What happens, because of what all clients of the daemon want together. */
  effective?: { enabled: boolean; interval: number };
}

/** How a resource is polled. */
export interface ResourcePolling {
  resource: string;
  arguments?: Record<string, string>;
  autoPolling: AutoPolling;
}

/** A parameterised resource in a list: it has no snapshot of its own, its instances have. */
export interface ResourceFamily {
  resource: string;
  /** The names of the arguments that it takes, in the order of its source. */
  parameters: Array<string>;
}

/** What Snapshot, ResourceSummary and StateChanged have in common: everything about a resource but its value. */
export interface SnapshotMembers {
  resource: string;
  /** Only of an instance of a parameterised resource: what it was asked for with. */
  arguments?: Record<string, string>;
  /** Grows by one with every change of the snapshot. */
  revision: number;
  /** `idle`: there is nothing to show. */
  status: "idle" | "loading" | "loaded" | "failed" | (string & {});
  /** A fetch is under way that a caller waits for, or a poll while there is neither a value nor a failure to show. */
  isFetching: boolean;
  /** Which attempt of the fetch is under way, from 1. */
  attempt?: number;
  /** How many attempts the fetch has at most. */
  maxAttempts?: number;
  /** When the value was fetched. */
  updatedAt?: string;
  /** The value is older than `staleAfter`, was restored from disk, or a later fetch failed. */
  isStale: boolean;
  /** Why the last fetch failed. */
  failure?: FailureData;
  /** Whether and how often it is fetched without being asked for. */
  autoPolling: AutoPolling;
}

/** A Snapshot without its value. */
export interface ResourceSummary extends SnapshotMembers {
}

/** All that the daemon knows of one resource at one moment. */
export interface Snapshot extends SnapshotMembers {
  /** The last good value, kept through later failures. */
  value?: any;
}

/** How long fetches took, from the first attempt to the end. */
export interface DurationHistogram {
  /** Seconds together. */
  sum: number;
  /** The longest duration of each bucket but the last one, in seconds. */
  bounds: Array<number>;
  /** How many are in each bucket; the last one has those that took longer than the last bound. */
  counts: Array<number>;
}

/** The fetches of a resource since the start of the process, counted. */
export interface FetchCounts {
  resource: string;
  /** How many have ended in which way: `ok`, or the kind of the failure. */
  outcomes: Record<string, number>;
  /** Those that nobody waited for. */
  polls: number;
  /** Attempts after the first one of a fetch. */
  retries: number;
  /** The bodies together. */
  bytes: number;
  duration: DurationHistogram;
}

/** How one fetch of a resource ended. */
export interface FetchSample {
  at: string;
  /** `ok`, or the kind of the failure. */
  outcome: "ok" | (string & {});
  /** The HTTP status of the last response, where there was one. */
  status?: number;
  /** How often the fetch tried. */
  attempts: number;
  /** Seconds from the first attempt to the end. */
  duration: number;
  /** The size of the body, where there was one. */
  bytes?: number;
}

/** Past fetches of a resource, and what they amount to. */
export interface History {
  /** Newest first. */
  samples: Array<FetchSample>;
  /** The share of the samples that are ok. */
  availability?: number;
  /** Seconds that half of the samples did not exceed. */
  p50?: number;
  /** Seconds that 95 of 100 samples did not exceed. */
  p95?: number;
}

/** The params of the notification stateChanged: the whole snapshot as it is now. */
export interface StateChanged extends SnapshotMembers {
  /** The last good value, kept through later failures. */
  value?: any;
  /** How many older snapshots of the resource were left out because the reader was slow. */
  coalesced: number;
}

/** Where a receiver is, WGS 84, and what it says of its movement. */
export interface Position {
  /** Degrees, north is positive. */
  latitude: number;
  /** Degrees, east is positive. */
  longitude: number;
  /** Metres above the sea; above the ellipsoid where the receiver knows no better. */
  altitude?: number;
  /** Metres by which the place may be wrong. */
  accuracy?: number;
  /** Metres per second. */
  speed?: number;
  /** Degrees from true north, clockwise. */
  heading?: number;
}

/** All that the daemon knows of the location at one moment. */
export interface LocationSnapshot {
  /** Grows by one with every change of anything but `timestamp`. */
  revision: number;
  /** `loading`: nothing has come since the provider was started. */
  status: "loading" | "loaded" | "failed" | (string & {});
  coordinate?: Position;
  timestamp?: string;
  /** Why the provider failed. */
  failure?: FailureData;
}

/** A subscription, and the present location. */
export interface LocationSubscription {
  /** What `locationChanged` names and `unsubscribeLocation` takes. */
  subscriptionId: string;
  location: LocationSnapshot;
}

/** The params of the notification locationChanged: the whole snapshot as it is now. */
export interface LocationChanged {
  /** The subscription that is notified. */
  subscriptionId: string;
  location: LocationSnapshot;
  /** How many older snapshots were left out for this subscription because the reader was slow. */
  coalesced: number;
}

/** How a recovery ended. */
export interface RetryResult {
  /** The failure that `retry` was asked to recover from. */
  failureId: string;
  optionId: string;
  /** False for `cancel` and for the options that the client performs. */
  recovered: boolean;
  /** One sentence for a person about what was done, such as “3 old entries were removed.” */
  message?: string;
  /** What the failed method would have returned: the Snapshot after the fetch. */
  result?: Snapshot | ResourcePolling | LocationSnapshot;
}

/** One section of docs/failures.md, as the binary carries it. */
export interface HelpSection {
  /** The anchor that was asked for. */
  anchor: string;
  /** The heading of the section. */
  title: string;
  /** The section in Markdown, with its heading line. */
  markdown: string;
}

/** Counters since the start of the process. */
export interface Statistics {
  /** Sessions that are open. */
  sessions: number;
  /** Requests. */
  requests: { admitted: number; answered: number; cancelled: number; refused: number; inFlight: number; inFlightHighWater: number };
  /** Notifications to the client. */
  notifications: { sent: number; coalesced: number; stateChanged: number; locationChanged: number; screenChanged?: number };
  /** The resources that were fetched, in the order of `listResources`. */
  fetches: Array<FetchCounts>;
  /** What was read. */
  input: { bytes: number; messages: number };
  /** What was written, and what waits for its reader. */
  output: { bytes: number; backlog: number; backlogHighWater: number; stalls: number };
  /** The log on stderr. */
  log: { dropped: number };
  /** The recorded session, where one is recorded. */
  trace?: { dropped: number };
  /** The store, where one is configured. */
  store?: { path: string; bytes: number; quota: number; values: number; history: number; historyLost: number; failures: number; damaged: number; problem?: string };
  /** Seconds since the start, in real time under any clock. */
  uptime: number;
  /** Of all clients together, in a daemon of several; absent where this client is the only one. */
  daemon?: { pid: number; version: string; uptime: number; sessions: number; sessionsHighWater: number; sessionsTotal: number; inFlight: number; backlog: number };
  /** Of the process. */
  memory: { resident: number };
  /** The file descriptors of the process. */
  descriptors: { open: number };
}

/** A question about a value that is either so or not: what stands at a place in it. */
export interface Condition {
  /** A JSON Pointer (RFC 6901) into the value. */
  path?: string;
  /** There is something, and it equals this. */
  equals?: any;
  /** There is something, and it does not equal this. */
  not?: any;
  /** There is something, and it equals one of these. */
  oneOf?: Array<any>;
  /** Whether there is something; null is something. */
  exists?: boolean;
  /** There is a number, and it is no smaller. */
  atLeast?: number;
  /** There is a number, and it is no larger. */
  atMost?: number;
  /** What is there, nothing included, is not what was there when the wait began, or in the first value, if there was none. */
  changed?: boolean;
}

/** How a wait ended without a failure. */
export interface WaitResult {
  /** `met`: a condition of `until` holds. */
  reason: "met" | "unless" | "timeout" | (string & {});
  /** Seconds since the call. */
  waited: number;
  /** The resource at the end of the wait. */
  snapshot: Snapshot;
}

/** What stands on the map of a fleet, joined with the others by ids. */
export interface MapItem {
  /** What it stands for. */
  kind: "central" | "courier" | "package" | "vehicle" | (string & {});
  /** Unique within a kind. */
  id: string;
  /** For a pin. */
  title: string;
  /** A sentence that says what it is joined with: `Amina carries p1 in Cargo bike 7`. */
  label: string;
  location: Coordinate;
  destination?: Coordinate;
  /** Of a package. */
  delivered?: boolean;
  /** Of a package and of a vehicle: who carries or drives it. */
  courierId?: string | null;
  /** Of a courier and of a vehicle: what is carried. */
  packageId?: string | null;
  /** Of a courier and of a package: in what. */
  vehicleId?: string | null;
}

/** The button of a recovery option. */
export interface ScreenButton {
  id: string;
  /** The words on it. */
  title: string;
  /** How to show it. */
  role: "cancel" | "default" | "destructive" | (string & {});
  /** Whether a press does anything. */
  enabled: boolean;
  /** Whether the option is being performed. */
  running: boolean;
}

/** A failure with its buttons, for an alert or in the place of a value. */
export interface ScreenBox {
  /** What the buttons `option` and `dismiss` name. */
  failureId: string;
  kind: string;
  /** What `getHelp` takes. */
  helpAnchor: string;
  /** What failed; `location` for the location. */
  resource: string | null;
  /** Of an instance. */
  arguments: Record<string, string> | null;
  /** What failed, without a full stop. */
  title: string;
  /** Why, and what to do. */
  message: string;
  /** Seconds until the server may be asked again. */
  countdown: number | null;
  /** In the order in which to show them, `cancel` first. */
  buttons: Array<ScreenButton>;
}

/** The switch of auto-polling. */
export interface ScreenPolling {
  /** Whether it is on. */
  on: boolean;
  /** Whether it can be pressed. */
  enabled: boolean;
  /** Seconds. */
  interval: number;
  /** When the next poll is due: `in 8 s`, `in 3 min`, `now`. */
  next: string | null;
}

/** A resource on a screen. */
export interface ScreenPart {
  resource: string;
  arguments?: Record<string, string>;
  /** Of `content`. */
  shape: "fleet" | "menu" | "any" | "text" | "lines" | (string & {});
  /** What to draw. */
  phase: "blank" | "loading" | "content" | "stale" | "error" | (string & {});
  /** Whether a fetch is under way that somebody waits for. */
  spinner: boolean;
  /** Which attempt of a fetch is under way, of how many at most. */
  attempt: { number: number; of: number } | null;
  /** Null without a value. */
  content: { items: Array<MapItem> } | { sections: Array<MenuSection>; isEmpty: boolean } | { value: any } | null;
  /** How old the value is, such as `3 min ago`. */
  age: string | null;
  /** To draw in the place of the value, or beside it. */
  failure: ScreenBox | null;
  /** The button `refresh`. */
  refresh: { enabled: boolean };
  /** The button `stop`: enabled while a refresh of this screen is under way. */
  stop: { enabled: boolean };
  /** The switch of auto-polling; null for what cannot be polled. */
  polling: ScreenPolling | null;
}

/** The location on a screen. */
export interface ScreenPlace {
  /** What to draw, as of a part. */
  phase: "blank" | "loading" | "content" | "stale" | "error" | (string & {});
  /** Whether this screen follows the location. */
  on: boolean;
  /** The last place that is known. */
  coordinate: Position | null;
  /** How old it is. */
  age: string | null;
  /** To draw beside the place. */
  failure: ScreenBox | null;
}

/** What a person sees of some resources and of the location, to be drawn as it is. */
export interface Screen {
  /** By the names that `openScreen` was given, in its order. */
  parts: Record<string, ScreenPart>;
  /** Null on a screen that was opened without it. */
  location: ScreenPlace | null;
  /** The one failure to show before the person: the newest that is open. */
  alert: ScreenBox | null;
  /** What the last recovery has done, until the next press. */
  notice: string | null;
  /** An explanation, until `closeHelp`. */
  help: HelpSection | null;
}

/** A screen as it is now; `screenChanged` reports every change of it. */
export interface OpenedScreen {
  /** The screen. */
  screenId: string;
  screen: Screen;
}

/** The members of a part that have changed, each of them whole. */
export interface ScreenPartChanges {
  /** With all the others: of a part that is new to the client, once a wrong configuration is right. */
  resource?: string;
  arguments?: Record<string, string>;
  /** Of `content`: of a part that is new, or that has turned out to have another shape. */
  shape?: "fleet" | "menu" | "any" | "text" | "lines" | (string & {});
  /** What to draw. */
  phase?: "blank" | "loading" | "content" | "stale" | "error" | (string & {});
  /** Whether a fetch is under way that somebody waits for. */
  spinner?: boolean;
  /** Which attempt of a fetch is under way, of how many at most. */
  attempt?: { number: number; of: number } | null;
  /** Null without a value. */
  content?: { items: Array<MapItem> } | { sections: Array<MenuSection>; isEmpty: boolean } | { value: any } | null;
  /** How old the value is, such as `3 min ago`. */
  age?: string | null;
  /** To draw in the place of the value, or beside it. */
  failure?: ScreenBox | null;
  /** The button `refresh`. */
  refresh?: { enabled: boolean };
  /** The button `stop`: enabled while a refresh of this screen is under way. */
  stop?: { enabled: boolean };
  /** The switch of auto-polling; null for what cannot be polled. */
  polling?: ScreenPolling | null;
}

/** The members of a Screen that have changed. */
export interface ScreenChanges {
  /** To be assigned one level down: `screen.parts.menu.spinner = ...`. */
  parts?: Record<string, ScreenPartChanges>;
  location?: ScreenPlace;
  alert?: ScreenBox | null;
  /** As in Screen. */
  notice?: string | null;
  help?: HelpSection | null;
}

/** The params of the notification screenChanged. */
export interface ScreenChanged {
  /** The screen. */
  screenId: string;
  changed: ScreenChanges;
  /** How many moments of the screen were left out because the reader was slow. */
  coalesced: number;
}

/** What became of a press. */
export interface PressResult {
  /** False where the button was not enabled at that moment, or its failure is not known (any more). */
  pressed: boolean;
  performs?: { failureId: string; option: RecoveryOption };
}
