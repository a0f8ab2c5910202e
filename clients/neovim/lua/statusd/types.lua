--- The objects of the wire. Written by scripts/schema from schema/types, which explains every member.
---@meta

--- Whether repeating the failed operation can help.
---@class statusd.RetryAdvice
---@field safe boolean
---@field after? number

--- One thing that can be done about a failure.
---@class statusd.RecoveryOption
---@field id string
---@field title string
---@field role "cancel"|"default"|"destructive"
---@field performedBy "server"|"client"
---@field key? string
---@field path? string
---@field url? string

--- One failed attempt of a fetch.
---@class statusd.Attempt
---@field kind string
---@field duration number

--- What a server says of an error in its own words (RFC 9457).
---@class statusd.ProblemDetails
---@field type? string
---@field title? string
---@field status? integer
---@field detail? string
---@field instance? string

--- The particulars of a failure.
---@class statusd.FailureDetail
---@field url? string
---@field status? integer
---@field path? string
---@field reason? string
---@field limit? integer
---@field bytes? integer
---@field suggestion? string
---@field expected? string
---@field key? string
---@field line? integer
---@field mistakes? string[]
---@field running? string
---@field id? string|number|vim.NIL
---@field errno? integer
---@field exitStatus? integer
---@field signal? integer
---@field stderr? string
---@field code? integer
---@field excerpt? string
---@field problem? statusd.ProblemDetails

--- What failed, why, and what can be done about it.
---@class statusd.Failure
---@field failureId string
---@field kind string
---@field operation? string
---@field resource? string
---@field arguments? table<string, string>
---@field title string
---@field failureReason? string
---@field recoverySuggestion? string
---@field message string
---@field helpAnchor string
---@field presentation "alert"|"inline"|"silent"
---@field retry statusd.RetryAdvice
---@field recoveryOptions statusd.RecoveryOption[]
---@field attempts? statusd.Attempt[]
---@field previousFailureId? string
---@field detail? statusd.FailureDetail
---@field occurredAt string

--- A place on earth, WGS 84.
---@class statusd.Coordinate
---@field latitude number
---@field longitude number

--- A person who carries packages.
---@class statusd.Courier
---@field id string
---@field name string
---@field location statusd.Coordinate
---@field packageId? string
---@field vehicleId? string

--- A thing to be delivered.
---@class statusd.Package
---@field id string
---@field destination statusd.Coordinate
---@field courierId? string
---@field delivered boolean
---@field location statusd.Coordinate

--- What couriers drive.
---@class statusd.Vehicle
---@field id string
---@field courierId? string
---@field location statusd.Coordinate
---@field name string

--- The value of `state`.
---@class statusd.FleetValue
---@field central statusd.Coordinate
---@field couriers statusd.Courier[]
---@field packages statusd.Package[]
---@field vehicles statusd.Vehicle[]

--- One dish or drink.
---@class statusd.MenuItem
---@field name string
---@field category string
---@field spicy boolean
---@field price number

--- The items of one category, in the order of the source.
---@class statusd.MenuSection
---@field category string
---@field items statusd.MenuItem[]

--- The value of `menu`.
---@class statusd.MenuValue
---@field sections statusd.MenuSection[]

--- Whether and how often a resource is fetched without being asked for.
---@class statusd.AutoPolling
---@field enabled boolean
---@field interval number
---@field nextPollAt? string
---@field consecutiveFailures integer
---@field effective? { enabled: boolean, interval: number }

--- How a resource is polled.
---@class statusd.ResourcePolling
---@field resource string
---@field arguments? table<string, string>
---@field autoPolling statusd.AutoPolling

--- A parameterised resource in a list.
---@class statusd.ResourceFamily
---@field resource string
---@field parameters string[]

--- What Snapshot, ResourceSummary and StateChanged have in common.
---@class statusd.SnapshotMembers
---@field resource string
---@field arguments? table<string, string>
---@field revision integer
---@field status "idle"|"loading"|"loaded"|"failed"
---@field isFetching boolean
---@field attempt? integer
---@field maxAttempts? integer
---@field updatedAt? string
---@field isStale boolean
---@field failure? statusd.Failure
---@field autoPolling statusd.AutoPolling

--- A Snapshot without its value.
---@class statusd.ResourceSummary: statusd.SnapshotMembers

--- All that the daemon knows of one resource at one moment.
---@class statusd.Snapshot: statusd.SnapshotMembers
---@field value? any

--- How long fetches took, from the first attempt to the end.
---@class statusd.DurationHistogram
---@field sum number
---@field bounds number[]
---@field counts integer[]

--- The fetches of a resource since the start of the process, counted.
---@class statusd.FetchCounts
---@field resource string
---@field outcomes table<string, integer>
---@field polls integer
---@field retries integer
---@field bytes integer
---@field duration statusd.DurationHistogram

--- How one fetch of a resource ended.
---@class statusd.FetchSample
---@field at string
---@field outcome "ok"|string
---@field status? integer
---@field attempts integer
---@field duration number
---@field bytes? integer

--- Past fetches of a resource, and what they amount to.
---@class statusd.History
---@field samples statusd.FetchSample[]
---@field availability? number
---@field p50? number
---@field p95? number

--- The params of the notification stateChanged.
---@class statusd.StateChanged: statusd.SnapshotMembers
---@field value? any
---@field coalesced integer

--- Where a receiver is, WGS 84, and what it says of its movement.
---@class statusd.Position
---@field latitude number
---@field longitude number
---@field altitude? number
---@field accuracy? number
---@field speed? number
---@field heading? number

--- All that the daemon knows of the location at one moment.
---@class statusd.LocationSnapshot
---@field revision integer
---@field status "loading"|"loaded"|"failed"
---@field coordinate? statusd.Position
---@field timestamp? string
---@field failure? statusd.Failure

--- A subscription, and the present location.
---@class statusd.LocationSubscription
---@field subscriptionId string
---@field location statusd.LocationSnapshot

--- The params of the notification locationChanged.
---@class statusd.LocationChanged
---@field subscriptionId string
---@field location statusd.LocationSnapshot
---@field coalesced integer

--- How a recovery ended.
---@class statusd.RetryResult
---@field failureId string
---@field optionId string
---@field recovered boolean
---@field message? string
---@field result? statusd.Snapshot|statusd.ResourcePolling|statusd.LocationSnapshot

--- One section of docs/failures.md, as the binary carries it.
---@class statusd.HelpSection
---@field anchor string
---@field title string
---@field markdown string

--- Counters since the start of the process.
---@class statusd.Statistics
---@field sessions integer
---@field requests { admitted: integer, answered: integer, cancelled: integer, refused: integer, inFlight: integer, inFlightHighWater: integer }
---@field notifications { sent: integer, coalesced: integer, stateChanged: integer, locationChanged: integer, screenChanged?: integer }
---@field fetches statusd.FetchCounts[]
---@field input { bytes: integer, messages: integer }
---@field output { bytes: integer, backlog: integer, backlogHighWater: integer, stalls: integer }
---@field log { dropped: integer }
---@field trace? { dropped: integer }
---@field store? { path: string, bytes: integer, quota: integer, values: integer, history: integer, historyLost: integer, failures: integer, damaged: integer, problem?: string }
---@field uptime number
---@field daemon? { pid: integer, version: string, uptime: number, sessions: integer, sessionsHighWater: integer, sessionsTotal: integer, inFlight: integer, backlog: integer }
---@field memory { resident: integer }
---@field descriptors { open: integer }

--- A question about a value that is either so or not.
---@class statusd.Condition
---@field path? string
---@field equals? any
---@field not? any
---@field oneOf? any[]
---@field exists? boolean
---@field atLeast? number
---@field atMost? number
---@field changed? boolean

--- How a wait ended without a failure.
---@class statusd.WaitResult
---@field reason "met"|"unless"|"timeout"
---@field waited number
---@field snapshot statusd.Snapshot

--- What stands on the map of a fleet, joined with the others by ids.
---@class statusd.MapItem
---@field kind "central"|"courier"|"package"|"vehicle"
---@field id string
---@field title string
---@field label string
---@field location statusd.Coordinate
---@field destination? statusd.Coordinate
---@field delivered? boolean
---@field courierId? string|vim.NIL
---@field packageId? string|vim.NIL
---@field vehicleId? string|vim.NIL

--- The button of a recovery option.
---@class statusd.ScreenButton
---@field id string
---@field title string
---@field role "cancel"|"default"|"destructive"
---@field enabled boolean
---@field running boolean

--- A failure with its buttons, for an alert or in the place of a value.
---@class statusd.ScreenBox
---@field failureId string
---@field kind string
---@field helpAnchor string
---@field resource string|vim.NIL
---@field arguments table<string, string>|vim.NIL
---@field title string
---@field message string
---@field countdown integer|vim.NIL
---@field buttons statusd.ScreenButton[]

--- The switch of auto-polling.
---@class statusd.ScreenPolling
---@field on boolean
---@field enabled boolean
---@field interval number
---@field next string|vim.NIL

--- A resource on a screen.
---@class statusd.ScreenPart
---@field resource string
---@field arguments? table<string, string>
---@field shape "fleet"|"menu"|"any"|"text"|"lines"
---@field phase "blank"|"loading"|"content"|"stale"|"error"
---@field spinner boolean
---@field attempt { number: integer, of: integer }|vim.NIL
---@field content { items: statusd.MapItem[] }|{ sections: statusd.MenuSection[], isEmpty: boolean }|{ value: any }|vim.NIL
---@field age string|vim.NIL
---@field failure statusd.ScreenBox|vim.NIL
---@field refresh { enabled: boolean }
---@field stop { enabled: boolean }
---@field polling statusd.ScreenPolling|vim.NIL

--- The location on a screen.
---@class statusd.ScreenPlace
---@field phase "blank"|"loading"|"content"|"stale"|"error"
---@field on boolean
---@field coordinate statusd.Position|vim.NIL
---@field age string|vim.NIL
---@field failure statusd.ScreenBox|vim.NIL

--- What a person sees of some resources and of the location, to be drawn as it is.
---@class statusd.Screen
---@field parts table<string, statusd.ScreenPart>
---@field location statusd.ScreenPlace|vim.NIL
---@field alert statusd.ScreenBox|vim.NIL
---@field notice string|vim.NIL
---@field help statusd.HelpSection|vim.NIL

--- A screen as it is now; `screenChanged` reports every change of it.
---@class statusd.OpenedScreen
---@field screenId string
---@field screen statusd.Screen

--- The members of a part that have changed, each of them whole.
---@class statusd.ScreenPartChanges
---@field resource? string
---@field arguments? table<string, string>
---@field shape? "fleet"|"menu"|"any"|"text"|"lines"
---@field phase? "blank"|"loading"|"content"|"stale"|"error"
---@field spinner? boolean
---@field attempt? { number: integer, of: integer }|vim.NIL
---@field content? { items: statusd.MapItem[] }|{ sections: statusd.MenuSection[], isEmpty: boolean }|{ value: any }|vim.NIL
---@field age? string|vim.NIL
---@field failure? statusd.ScreenBox|vim.NIL
---@field refresh? { enabled: boolean }
---@field stop? { enabled: boolean }
---@field polling? statusd.ScreenPolling|vim.NIL

--- The members of a Screen that have changed.
---@class statusd.ScreenChanges
---@field parts? table<string, statusd.ScreenPartChanges>
---@field location? statusd.ScreenPlace
---@field alert? statusd.ScreenBox|vim.NIL
---@field notice? string|vim.NIL
---@field help? statusd.HelpSection|vim.NIL

--- The params of the notification screenChanged.
---@class statusd.ScreenChanged
---@field screenId string
---@field changed statusd.ScreenChanges
---@field coalesced integer

--- What became of a press.
---@class statusd.PressResult
---@field pressed boolean
---@field performs? { failureId: string, option: statusd.RecoveryOption }
