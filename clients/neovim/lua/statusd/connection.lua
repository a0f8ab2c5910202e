--- One process of the daemon, from its start to its end: requests out, responses and notifications in.
---
--- It is a client of its own and not `vim.lsp.rpc`: the arguments of `vim.lsp.rpc.start` changed in 0.10, it leaves
--- out a response with `result` null, it knows neither time-outs nor the daemon's last words, and LSP clients are
--- ended with the server. Requests are written behind `initialize` without waiting for its response.

local Failure = require('statusd.failure')
local Process = require('statusd.process')
local system = require('statusd.system')

local PROTOCOL = '1'
local VERSION = '0.1.0'

local Connection = {}
Connection.__index = Connection

--- Starts a process. `hooks` has `failed(error)`, which makes a failure of an error, `notified(method, params)`,
--- `started(server)`, and `ended(failure)`, which comes once and last.
---@param command string[]
---@param options {env?: table, cwd?: string, start_timeout: number, notifications?: table, tap?: fun(direction, text)}
function Connection.open(command, options, hooks)
  local self = setmetatable({ options = options, hooks = hooks, waiting = {}, last_id = 0 }, Connection)
  local problem
  self.process, problem = Process.start(command, options, {
    line = function(text)
      self:_take(text)
    end,
    spoiled = function(reason)
      self:_spoil(Failure.not_statusd(reason))
    end,
    ended = function(ending)
      self:_end(Failure.daemon_ended(ending))
    end,
  })
  if self.process then
    self:_initialize()
  else
    self.ending = Failure.program_not_found(command[1], problem)
    vim.schedule(function()
      hooks.ended(self.ending)
    end)
  end
  return self
end

function Connection:_initialize()
  local seconds = self.options.start_timeout
  local params = {
    clientInfo = { name = 'statusd-neovim', version = VERSION }, notifications = self.options.notifications,
  }
  self:call('initialize', params, function(failure, server)
    if failure then
      local is_late = failure.kind == 'callTimedOut'
      local problem = ('There was no response to initialize within %s s'):format(seconds)
      return self:_spoil(is_late and Failure.not_statusd(problem) or failure)
    end
    local info = type(server) == 'table' and server.serverInfo or {}
    if info.name ~= 'statusd' or server.protocolVersion ~= PROTOCOL then
      local found = ('%s has %s'):format(info.name, type(server) == 'table' and server.protocolVersion or 'none')
      return self:_spoil(Failure.not_statusd(('This client speaks protocol %s of statusd'):format(PROTOCOL), found))
    end
    self.server = server
    self.hooks.started(server)
  end, { timeout = seconds })
end

--- Ends the daemon's input, lets it respond to what it has read, and waits for its end.
---@param grace number Seconds until it is made to end.
function Connection:close(grace)
  if self.process then
    self.process:close(grace)
  end
end

-- Calls

--- Sends a request. `callback(failure, result)` is called once, on the main loop, and before anything that came
--- after the response is looked at.
---@param params? table
---@param options? {timeout?: number} Seconds until it ends with `callTimedOut`, and is cancelled.
---@return fun() cancel Asks the daemon to end the request; its response comes all the same.
function Connection:call(method, params, callback, options)
  local timeout = options and options.timeout
  if self.ending then
    vim.schedule(function()
      system.call_out(callback, self.ending)
    end)
    return function() end
  end
  self.last_id = self.last_id + 1
  local id = self.last_id
  local function cancel()
    if self.waiting[id] then
      self:notify('$/cancelRequest', { id = id })
    end
  end
  self.waiting[id] = {
    callback = callback,
    stop_timer = timeout and system.after(timeout, function()
      cancel()
      self:_settle(id, Failure.call_timed_out(method, timeout))
    end),
  }
  self:_write({ id = id, method = method, params = params })
  return cancel
end

--- Sends a notification: there is no response.
function Connection:notify(method, params)
  if not self.ending then
    self:_write({ method = method, params = params })
  end
end

function Connection:_write(message)
  message.jsonrpc = '2.0'
  -- An empty table of Lua's would be written as an array.
  if message.params and vim.tbl_isempty(message.params) then
    message.params = vim.empty_dict()
  end
  local text = vim.json.encode(message)
  self:_tap('in', text)
  self.process:write(text)
end

function Connection:_tap(direction, text)
  if self.options.tap then
    self.options.tap(direction, text)
  end
end

-- What comes

--- A line. Blank ones are passed over, and libraries in between put responses into an array.
function Connection:_take(text)
  if self.ending or not text:find('%S') then
    return
  end
  self:_tap('out', text)
  local is_json, message = pcall(vim.json.decode, text)
  if not is_json or type(message) ~= 'table' then
    return self:_spoil(Failure.not_statusd('It wrote no message of its protocol', text))
  end
  for _, each in ipairs(message[1] and message or { message }) do
    self:_receive(each, text)
  end
end

function Connection:_receive(message, text)
  if self.ending then
    return
  elseif type(message) == 'table' and message.error == vim.NIL then
    message.error = nil -- JSON-RPC libraries write null for the absent one.
  end
  if type(message) == 'table' and message.method and message.id then
    self:_spoil(Failure.not_statusd('It sent a request', message.method))
  elseif type(message) == 'table' and message.method then
    self.hooks.notified(message.method, message.params)
  elseif type(message) ~= 'table' or message.id == nil or not Connection._is_response(message) then
    self:_spoil(Failure.not_statusd('It wrote no message of its protocol', text))
  else
    self:_respond(message)
  end
end

function Connection._is_response(message)
  if message.error == nil then
    return message.result ~= nil
  end
  return message.result == nil or message.result == vim.NIL
end

--- Every error of statusd has its failure as data. One that has none fails its own call, and nothing else.
function Connection:_failure_of(error)
  if type(error) == 'table' and type(error.data) == 'table' then
    return self.hooks.failed(error)
  end
  return Failure.not_statusd('It responded with an error that cannot be read', vim.json.encode(error))
end

function Connection:_respond(message)
  -- An error without an id responds to one of the calls that wait; which one is unknown.
  local meant = message.id == vim.NIL and self:_waiting_ids() or { message.id }
  for _, id in ipairs(meant) do
    if message.error ~= nil then
      self:_settle(id, self:_failure_of(message.error))
    else
      self:_settle(id, nil, message.result)
    end
  end
end

--- Ends a call. One that was given up meanwhile is not there any more.
function Connection:_settle(id, failure, result)
  local call = self.waiting[id]
  if not call then
    return
  end
  self.waiting[id] = nil
  if call.stop_timer then
    call.stop_timer()
  end
  system.call_out(call.callback, failure, result)
end

--- Ids only grow, so this is the order of the calls.
function Connection:_waiting_ids()
  local ids = vim.tbl_keys(self.waiting)
  table.sort(ids)
  return ids
end

-- The end

function Connection:_spoil(failure)
  self:_end(failure)
  self.process:kill()
end

function Connection:_end(failure)
  if self.ending then
    return
  end
  self.ending = failure
  self.hooks.ended(failure)
  for _, id in ipairs(self:_waiting_ids()) do
    self:_settle(id, failure)
  end
end

--- Asks the daemon to end every request under way. What has never said that it is statusd may know no end of input.
function Connection:give_up()
  if not self.server and self.process then
    return self.process:kill()
  end
  for _, id in ipairs(self:_waiting_ids()) do
    self:notify('$/cancelRequest', { id = id })
  end
end

return Connection
