--- What a presenter remembers, and what follows from it at any moment.

local Ordered = require('statusd.ordered')
local Wishes = require('statusd.restarts').Wishes
local instances = require('statusd.instances')
local parts = require('statusd.presenter.parts')
local words = require('statusd.presenter.words')
local key_of = instances.key_of

--- Seconds after the date of a poll until the presenter asks what became of it.
local GRACE = 1

local Model = {}
Model.__index = Model

--- What ends with the daemon's process.
function Model.session()
  return {
    -- Requests without a response yet, by id, oldest first.
    calls = Ordered.new(),
    -- Ids of those that `$/cancelRequest` was sent for.
    cancelled = {},
    -- Failures of responses that no snapshot has, by id, oldest first.
    failures = Ordered.new(),
    -- Ids of the failures that are alerts, in the order in which they came.
    alerts = {},
    subscription = nil,
    -- The keys of the snapshots that are of this process, and not of one before.
    present = {},
    has_location = false,
  }
end

---@param described (string|statusd.Part)[] The parts of the screen, in its order.
function Model.new(described)
  local self = setmetatable({
    is_connected = false,
    current = Model.session(),
    parts = Ordered.new(),
    places = {},
    -- Snapshots, and when each of them came, by their keys.
    snapshots = {},
    taken = {},
    -- Polling as it was switched from here, for the next process.
    wishes = Wishes.new(),
    location = nil,
    wants_location = false,
    help = nil,
  }, Model)
  for _, each in ipairs(described) do
    local part = parts.part(each)
    self.parts:set(part.name, part)
    self.places[part.key] = true
  end
  return self
end

-- Calls

--- The calls of `method` that wait for a response and have these params, oldest first.
function Model:pending(method, params)
  return vim.tbl_filter(function(call)
    if call.method ~= method then
      return false
    end
    for name, value in pairs(params or {}) do
      if call.params[name] ~= value then
        return false
      end
    end
    return true
  end, self.current.calls:values())
end

--- The calls of `method` for a part of the screen that wait for a response, oldest first.
function Model:about(method, name)
  local part = self.parts:get(name)
  return vim.tbl_filter(function(call)
    return part ~= nil and key_of(call.params) == part.key
  end, self:pending(method))
end

-- Snapshots

--- The snapshot that the running process gave.
function Model:snapshot(key)
  return self.current.present[key] and self.snapshots[key] or nil
end

--- The snapshot for a part of the screen that the running process gave.
function Model:shown(name)
  local part = self.parts:get(name)
  return part and self:snapshot(part.key)
end

--- The last snapshot for a part of the screen, also of an earlier process.
function Model:latest(name)
  local part = self.parts:get(name)
  return part and self.snapshots[part.key]
end

--- Whether a poll should have been reported by now.
function Model:is_overdue(name, now)
  local snapshot = self:shown(name)
  local polling = snapshot and snapshot.autoPolling
  if not (polling and polling.enabled) or #self:about('getState', name) > 0 then
    return false
  end
  -- The date is absent while a poll is under way.
  local due = polling.nextPollAt and words.seconds_of(polling.nextPollAt) or 0
  return now >= GRACE + math.max(self.taken[self.parts:get(name).key] or 0, due)
end

-- Buttons

function Model:can_refresh(name)
  return self.is_connected and self.parts:get(name) ~= nil and #self:about('refresh', name) == 0
end

--- The refreshes of this presenter that can be cancelled.
function Model:stoppable(name)
  return vim.tbl_filter(function(call)
    return not self.current.cancelled[call.id]
  end, self:about('refresh', name))
end

function Model:can_switch(name)
  local snapshot = self:shown(name)
  return snapshot ~= nil and snapshot.autoPolling ~= nil
end

--- Whether the switch is on: as it was pressed last, else as the daemon says.
function Model:is_polled(name)
  local presses = self:about('setAutoPolling', name)
  if #presses > 0 then
    return presses[#presses].params.enabled
  end
  local latest = self:latest(name)
  return latest ~= nil and latest.autoPolling ~= nil and latest.autoPolling.enabled
end

--- The options of a failure that were chosen and have not ended.
function Model:running(failure_id)
  local chosen = {}
  for _, call in ipairs(self:pending('retry', { failureId = failure_id })) do
    chosen[call.params.optionId] = true
  end
  return chosen
end

--- Whether an option can be chosen: while one runs, nothing but `cancel` can.
function Model:is_enabled(failure_id, option_id)
  return self.is_connected and (option_id == 'cancel' or vim.tbl_isempty(self:running(failure_id)))
end

-- Failures

--- The failures to show: the snapshots' first, then those of responses, the newest first.
function Model:open_failures()
  local failures = self:snapshot_failures()
  local others = self.current.failures:values()
  for index = #others, 1, -1 do
    table.insert(failures, others[index])
  end
  return vim.tbl_filter(function(each)
    return each.presentation ~= 'silent' and not self:running(each.failureId).cancel
  end, failures)
end

--- Those of the snapshots, in the order of the screen, the location's last.
function Model:snapshot_failures()
  local failures = {}
  for _, name in ipairs(self.parts.keys) do
    local snapshot = self:shown(name)
    table.insert(failures, snapshot and snapshot.failure)
  end
  if self.wants_location and self.current.has_location then
    table.insert(failures, self.location.failure)
  end
  return failures
end

--- What nothing on the screen could show in its place is shown before the person.
function Model:is_alert(failure)
  local key = key_of(failure)
  return failure.presentation == 'alert' or not (self.places[key] or key == parts.LOCATION)
end

--- The failure to show in the place of a resource, an instance or the location.
function Model:inline(key)
  for _, each in ipairs(self:open_failures()) do
    if key_of(each) == key and not self:is_alert(each) then
      return each
    end
  end
end

--- The newest alert. An older one that is still open comes back after it.
function Model:alert()
  local alerts = self.current.alerts
  return self:open_alerts():get(alerts[#alerts])
end

--- By id. The version of a failure that comes first is that of now.
function Model:open_alerts()
  local alerts = Ordered.new()
  for _, each in ipairs(self:open_failures()) do
    if self:is_alert(each) and not alerts:get(each.failureId) then
      alerts:set(each.failureId, each)
    end
  end
  return alerts
end

--- Whether the resource of a response's failure has that very failure in its snapshot, or what is newer.
function Model:is_outdated(failure)
  local snapshot = self:snapshot(key_of(failure)) or {}
  local newest = snapshot.failure or {}
  local occurred_at = words.seconds_of(failure.occurredAt)
  for _, time in pairs({ newest.occurredAt, snapshot.updatedAt }) do
    if words.seconds_of(time) > occurred_at then
      return true
    end
  end
  return newest.failureId == failure.failureId
end

--- Forgets failures that are outdated and alerts that are settled; new alerts come last.
function Model:prune()
  local current = self.current
  for _, failure in ipairs(current.failures:values()) do
    if self:is_outdated(failure) then
      current.failures:delete(failure.failureId)
    end
  end
  local open = self:open_alerts()
  local kept = Ordered.new()
  for _, id in ipairs(current.alerts) do
    if open:get(id) then
      kept:set(id, true)
    end
  end
  for _, id in ipairs(open.keys) do
    kept:set(id, true)
  end
  current.alerts = kept.keys
end

return Model
