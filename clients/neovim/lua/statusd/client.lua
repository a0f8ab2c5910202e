--- The client: a daemon that is started, spoken to, and started again when it dies.

local Connection = require('statusd.connection')
local Failure = require('statusd.failure')
local Locations = require('statusd.locations')
local Screen = require('statusd.screen')
local restarts = require('statusd.restarts')
local system = require('statusd.system')

--- Reported by the client itself: the daemon was started again. Revisions and ids of failures begin anew.
local RESTARTED = '$/restarted'
--- The daemon ended; `params` has `failure`, and `is_final` where it is not started again.
local ENDED = '$/ended'

local Client = {}
Client.__index = Client

---@class statusd.ClientOptions
---@field cmd? string|string[] The program with its arguments; `$STATUSD`, else `statusd` of the PATH without it.
---@field args? string[] Further arguments.
---@field shared? boolean Whether the daemon is that of all clients with the same configuration: `statusd connect`.
---@field env? table<string, string> Further variables of the process.
---@field cwd? string
---@field timeout? number Seconds for every call that has none of its own.
---@field start_timeout? number Seconds for the daemon's first response (10).
---@field grace? number Seconds that the daemon has for its end (12): more than its own deadline.
---@field restart? boolean|{count?: integer, seconds?: number} True without it: 4 times within 180 s.
---@field notifications? table<string, boolean> Which the daemon sends: all without it.
---@field tap? fun(direction: "in"|"out", text: string) Is shown every message.

--- Starts a daemon. What is wrong with it is reported to the first call.
---@param options? statusd.ClientOptions
function Client.start(options)
  options = options or {}
  local restart = options.restart == nil or options.restart
  local self = setmetatable({
    options = options,
    command = Client.command(options),
    limit = restart and restarts.Limit.new(restart ~= true and restart or {}),
    wishes = restarts.Wishes.new(),
    listeners = {},
    locations = {},
    screens = {},
    restarts = 0,
  }, Client)
  self:_open()
  return self
end

--- The program and its arguments.
---@param options statusd.ClientOptions
---@return string[]
function Client.command(options)
  local program = options.cmd or system.named_program() or 'statusd'
  local words = type(program) == 'table' and vim.deepcopy(program) or { program }
  if options.shared then
    table.insert(words, 2, 'connect')
  end
  return vim.list_extend(words, options.args or {})
end

function Client:_open()
  local connection
  connection = Connection.open(self.command, {
    env = self.options.env, cwd = self.options.cwd, tap = self.options.tap,
    start_timeout = self.options.start_timeout or 10, notifications = self.options.notifications,
  }, {
    failed = function(error)
      return self:failure(error.data, error.code)
    end,
    notified = function(method, params)
      self:_publish(method, params)
    end,
    started = function(server)
      self.server, self.has_started = server, true
      if self.is_renewed then
        self.restarts = self.restarts + 1
        self:_publish(RESTARTED, { restarts = self.restarts })
      end
    end,
    ended = function(failure)
      self:_ended(connection, failure)
    end,
  })
  self.connection = connection
end

--- Whether calls can still be answered.
function Client:is_running()
  return not self.is_closing and self.connection.ending == nil
end

--- Why there is no daemon, nil while there is one.
---@return statusd.ClientFailure|nil
function Client:ending()
  return self.connection.ending
end

--- Ends the daemon's input, lets it respond to what it has read, and waits for its end.
---@param options? {cancels?: boolean} `cancels`: what is under way is cancelled, so that the end comes at once.
function Client:close(options)
  if not self.is_closing then
    self.is_closing = true
    -- One that is just being started again is waited for by nobody.
    if options and options.cancels or self.is_renewed and not self.connection.server then
      self.connection:give_up()
    end
    self.connection:close(self.options.grace or 12)
  end
end

-- Calls

--- Calls a method: `callback(failure, result)` is called once, on the main loop. What it returns cancels the call,
--- whose response comes all the same.
---@param method string
---@param params? table
---@param callback? fun(failure?: statusd.ClientFailure, result?: any)
---@param options? {timeout?: number} Seconds; then the call is cancelled, and ends with `callTimedOut`.
---@return fun() cancel
function Client:call(method, params, callback, options)
  options = vim.tbl_extend('keep', options or {}, { timeout = self.options.timeout })
  return self.connection:call(method, params, function(failure, result)
    if not failure then
      self:_remember(method, result)
    end
    if callback then
      callback(failure, result)
    end
  end, options)
end

--- Calls a method and waits: the failure or nil, and the result. Neovim goes on with its events meanwhile.
---@param method string
---@param params? table
---@param options? {timeout?: number}
---@return statusd.ClientFailure|nil failure
---@return any result
function Client:call_sync(method, params, options)
  local response
  local cancel = self:call(method, params, function(failure, result)
    response = { failure = failure, result = result }
  end, options)
  local function is_over()
    return response ~= nil
  end
  if not system.wait(math.huge, is_over) then
    cancel()
    return Failure.of_client('interrupted', 'The call was interrupted', method .. ' was interrupted.')
  end
  return response.failure, response.result
end

--- Sends a notification: there is no response.
function Client:notify(method, params)
  self.connection:notify(method, params)
end

--- The failure of a snapshot or an error, as one that can recover.
---@param data statusd.Failure
function Client:failure(data, code)
  return Failure.new(data, code, function(failure_id, option_id, callback, options)
    return self:call('retry', { failureId = failure_id, optionId = option_id }, callback, options)
  end)
end

function Client:_remember(method, result)
  if method == 'setAutoPolling' then
    self.wishes:remember(result)
  elseif method == 'retry' and result.optionId == 'keepTrying' and result.result.autoPolling then
    self.wishes:remember(result.result) -- The location has no such thing.
  end
end

-- Listening

--- Calls `listener(method, params)` for every notification from now on, and for `$/restarted` and `$/ended`. What it
--- returns puts an end to that.
---@param listener fun(method: string, params: table)
---@return fun() stop
function Client:listen(listener)
  table.insert(self.listeners, listener)
  return function()
    self.listeners = vim.tbl_filter(function(each)
      return each ~= listener
    end, self.listeners)
  end
end

--- Subscribes to the location: `callback(failure, location)`. Its `stop()` ends that.
---@param filter? {min_interval?: number, min_distance?: number}
function Client:subscribe_location(filter, callback)
  local locations = Locations.new(filter or {}, callback, function(each)
    self.locations[each] = nil
  end)
  self.locations[locations] = true
  locations:begin(self.connection)
  return locations
end

--- Opens a screen, and again after each restart: `on_change(screen)` is called whenever it has changed.
---@param params? statusd.ScreenParams
---@param callbacks? {on_change?: fun(screen: statusd.HeldScreen)}
---@return statusd.HeldScreen
function Client:screen(params, callbacks)
  local screen = Screen.new(self, params or {}, callbacks and callbacks.on_change or function() end)
  self.screens[screen] = true
  screen:begin(self.connection)
  return screen
end

function Client:_publish(method, params)
  for _, listener in ipairs(self.listeners) do
    system.call_out(listener, method, params)
  end
  if method == 'locationChanged' then
    for locations in pairs(self.locations) do
      system.call_out(locations.take, locations, params)
    end
  end
  for _, screen in ipairs(vim.tbl_keys(self.screens)) do
    if method == 'screenChanged' then
      screen:take(params)
    elseif method == ENDED then
      screen:ended()
    end
  end
end

-- The end of a process

function Client:_ended(connection, failure)
  if connection ~= self.connection then
    return
  end
  -- One that never ran is no daemon that died.
  local restarts_now = not self.is_closing and self.has_started and self.limit and self.limit:allows(system.uptime())
  -- First of all: whoever is told of the end may call again.
  if restarts_now then
    self.is_renewed = true
    self:_open()
    self:_renew()
  end
  self:_publish(ENDED, { failure = failure, is_final = not restarts_now })
end

--- Asks the new process for everything that the one before was asked for. What it refuses is left out: the old one
--- may have had another configuration.
function Client:_renew()
  for _, wish in ipairs(self.wishes:renewed()) do
    self.connection:call('setAutoPolling', wish, function() end)
  end
  for locations in pairs(self.locations) do
    locations:begin(self.connection)
  end
  for screen in pairs(self.screens) do
    screen:begin(self.connection)
  end
end

return Client
