--- Why a call has no result, and what can be done about it.
---
--- Of the daemon's failures `data` is the whole object as it came. A failure that the client itself finds has no
--- options: `daemonEnded`, `callTimedOut`, `programNotFound`, `notStatusd`.

local system = require('statusd.system')

---@class statusd.ClientFailure
---@field kind string What failed: decide by this, and never by a title.
---@field title string
---@field message string
---@field options statusd.RecoveryOption[] In the daemon's order, `cancel` first.
---@field id? string What `retry` takes.
---@field code? integer
---@field data? statusd.Failure The whole object as it came.
---@field stderr? string[] Of `daemonEnded`: the last lines that it wrote there.
local Failure = {}
Failure.__index = Failure

--- print(failure) and error(failure) say what a person should read.
function Failure:__tostring()
  return self.title .. '. ' .. self.message
end

--- A failure as it came, with a way to recover from it: `retry(failure_id, option_id, callback, options)`.
---@param data statusd.Failure
---@param code? integer
function Failure.new(data, code, retry)
  return setmetatable({
    id = data.failureId,
    code = code,
    kind = data.kind,
    title = data.title,
    message = data.message,
    options = data.recoveryOptions,
    presentation = data.presentation,
    resource = data.resource,
    arguments = data.arguments,
    detail = data.detail or {},
    data = data,
    _retry = retry,
  }, Failure)
end

--- One that the client finds.
function Failure.of_client(kind, title, message, members)
  local failure = { kind = kind, title = title, message = message, options = {}, detail = {} }
  return setmetatable(vim.tbl_extend('error', failure, members or {}), Failure)
end

--- The daemon ended, so there will be no response.
---@param ending {status?: integer, signal?: string, stderr: string[]}
function Failure.daemon_ended(ending)
  local how = 'statusd closed its output'
  if ending.signal then
    how = 'statusd was ended by ' .. ending.signal
  elseif ending.status then
    how = 'statusd ended with status ' .. ending.status
  end
  local message = table.concat(vim.list_extend({ how .. '.' }, ending.stderr), '\n')
  return Failure.of_client('daemonEnded', 'statusd ended', message, ending)
end

function Failure.call_timed_out(method, seconds)
  local message = ('%s got no response within %s s.'):format(method, seconds)
  return Failure.of_client('callTimedOut', 'No response came in time', message, { method = method, seconds = seconds })
end

function Failure.program_not_found(program, problem)
  local is_named = program == system.named_program()
  local advice = is_named and '$STATUSD names it.' or 'Install it with `pip install statusd`, or name it in $STATUSD.'
  local message = ('%s cannot be started (%s). %s'):format(program, problem, advice)
  return Failure.of_client('programNotFound', 'statusd cannot be started', message, { program = program })
end

--- What came is no message of the contract: another program, or another version.
function Failure.not_statusd(problem, text)
  local excerpt = text and ': ' .. text:sub(1, 200) or ''
  return Failure.of_client('notStatusd', 'The program is no statusd', problem .. excerpt .. '.')
end

--- The option of that id, nil where it is not offered.
---@param option_id string
---@return statusd.RecoveryOption|nil
function Failure:option(option_id)
  for _, option in ipairs(self.options) do
    if option.id == option_id then
      return option
    end
  end
end

--- Performs an option, and waits for its end: `callback(failure, result)`, where `failure` is a fresh one.
---@param option_id? string `tryAgain` without it.
---@param callback? fun(failure?: statusd.ClientFailure, result?: statusd.RetryResult)
---@param options? {timeout?: number}
function Failure:recover(option_id, callback, options)
  if not self._retry then
    return (callback or function() end)(self)
  end
  return self._retry(self.id, option_id or 'tryAgain', callback, options)
end

return Failure
