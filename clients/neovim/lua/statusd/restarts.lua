--- When a daemon that has died is started again, and what it is then asked for.

local key_of = require('statusd.instances').key_of

local M = {}

--- At most `count` restarts within `seconds`: a daemon that dies at every start is not started for ever.
local Limit = {}
Limit.__index = Limit
M.Limit = Limit

---@param limit? {count?: integer, seconds?: number} 4 within 180 s.
function Limit.new(limit)
  limit = limit or {}
  return setmetatable({ count = limit.count or 4, seconds = limit.seconds or 180, times = {} }, Limit)
end

--- Whether one more may begin at `now`; if so, it counts.
---@param now number
function Limit:allows(now)
  self.times = vim.tbl_filter(function(time)
    return time > now - self.seconds
  end, self.times)
  if #self.times >= self.count then
    return false
  end
  table.insert(self.times, now)
  return true
end

--- Polling as it was switched here: what the next process is asked for.
local Wishes = {}
Wishes.__index = Wishes
M.Wishes = Wishes

function Wishes.new()
  return setmetatable({ keys = {}, params = {} }, Wishes)
end

--- Keeps how a resource or an instance is polled.
---@param polling statusd.ResourcePolling
function Wishes:remember(polling)
  local key = key_of(polling)
  table.insert(self.keys, not self.params[key] and key or nil)
  self.params[key] = {
    enabled = polling.autoPolling.enabled,
    interval = polling.autoPolling.interval,
    resource = polling.resource,
    arguments = polling.arguments,
  }
end

--- The params of each `setAutoPolling`, in the order in which the resources were switched first.
function Wishes:renewed()
  return vim.tbl_map(function(key)
    return self.params[key]
  end, self.keys)
end

return M
