--- Times as a screen says them.

local M = {}

local MINUTE, HOUR, DAY = 60, 3600, 86400

--- Days since 1970-01-01 of a date of the Gregorian calendar. `os.time` would take it for local time.
local function days_of(year, month, day)
  -- Years that begin in March have their leap day at the end.
  local shifted = month > 2 and year or year - 1
  local day_of_year = math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  local leap_days = math.floor(shifted / 4) - math.floor(shifted / 100) + math.floor(shifted / 400)
  return 365 * shifted + leap_days + day_of_year - 719468
end

--- Seconds since 1970 of a timestamp of the daemon (RFC 3339, UTC).
---@param timestamp string
function M.seconds_of(timestamp)
  local year, month, day, hour, minute, second = timestamp:match('^(%d+)-(%d+)-(%d+)T(%d+):(%d+):([%d.]+)Z$')
  local days = days_of(tonumber(year), tonumber(month), tonumber(day))
  return days * DAY + tonumber(hour) * HOUR + tonumber(minute) * MINUTE + tonumber(second)
end

--- How old something is, rounded down. A clock that is a little ahead makes nothing older.
---@param timestamp string
---@param now number
function M.age(timestamp, now)
  local seconds = now - M.seconds_of(timestamp)
  if seconds < MINUTE then
    return 'just now'
  elseif seconds < HOUR then
    return math.floor(seconds / MINUTE) .. ' min ago'
  elseif seconds < DAY then
    return math.floor(seconds / HOUR) .. ' h ago'
  end
  return math.floor(seconds / DAY) .. ' d ago'
end

--- Rounded up; timestamps have milliseconds, so what is less is an error of floating point.
local function whole_seconds(seconds)
  return math.ceil(math.floor(seconds * 1000 + 0.5) / 1000)
end

--- When something is due, rounded up so that it is never late.
---@param timestamp string|nil
---@param now number
function M.ahead(timestamp, now)
  local seconds = timestamp and whole_seconds(M.seconds_of(timestamp) - now) or 0
  if seconds <= 0 then
    return 'now'
  end
  return seconds < MINUTE and ('in %d s'):format(seconds) or ('in %d min'):format(math.ceil(seconds / MINUTE))
end

--- The whole seconds that are left of a wait, nil when it is over or there is none.
---@param occurred_at string
---@param after number|nil
---@param now number
function M.countdown(occurred_at, after, now)
  local left = after and whole_seconds(M.seconds_of(occurred_at) + after - now) or 0
  return left > 0 and left or nil
end

return M
