--- What the tests stand on: the real binary, recorded sessions, and programs that are no statusd.

local Client = require('statusd.client')
local system = require('statusd.system')

local M = {}

--- Seconds: only a defect takes as long, on a machine that is busy with other things.
M.DEADLINE = 600
M.ROOT = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h:h:h:h')
local sessions = 0

--- STATUSD_BIN, else what `swift build` has built.
function M.binary()
  return vim.env.STATUSD_BIN or M.ROOT .. '/.build/debug/statusd'
end

--- Writes a session down where STATUSD_TRANSCRIPTS says, and keeps what was sent.
function M.recorder()
  sessions = sessions + 1
  local version = vim.fn.api_info().version
  local name = ('neovim-%d.%d-%d-%d.jsonl'):format(version.major, version.minor, vim.fn.getpid(), sessions)
  local folder = vim.env.STATUSD_TRANSCRIPTS
  local recorder = { sent = {} }
  local function write(entry)
    if folder then
      vim.fn.mkdir(folder, 'p')
      vim.fn.writefile({ vim.json.encode(entry) }, folder .. '/' .. name, 'a')
    end
  end
  function recorder.finish(killed)
    if #recorder.sent > 0 then
      write({ direction = 'end', killed = killed })
    end
  end
  function recorder.tap(direction, text)
    local message = direction == 'in' and vim.json.decode(text)
    -- A process begins with the id 1; what the one before it did not answer was lost with it.
    if message and message.id == 1 and #recorder.sent > 0 then
      recorder.finish(true)
    end
    if message then
      table.insert(recorder.sent, message)
    end
    write({ direction = direction, message = text })
  end
  return recorder
end

--- The names of the methods that were sent, `initialize` left out.
function M.methods(recorder)
  return vim.tbl_map(function(message)
    return message.method
  end, vim.tbl_filter(function(message)
    return message.method ~= 'initialize'
  end, recorder.sent))
end

--- The real daemon for the length of `body(client, recorder)`. `options`: more for the client.
function M.running(args, body, options)
  local recorder = M.recorder()
  local client = Client.start(vim.tbl_extend('force', {
    cmd = M.binary(), args = args, tap = recorder.tap, start_timeout = M.DEADLINE, restart = false,
  }, options or {}))
  local is_done, problem = xpcall(body, debug.traceback, client, recorder)
  local was_running = client:is_running()
  client:close()
  recorder.finish(not was_running)
  if not is_done then
    error(problem, 0)
  end
end

--- A client of a line of shell. `answers`: whether it answers `initialize` as statusd does before.
function M.impostor(script, options, answers)
  local result = { protocolVersion = '1', serverInfo = { name = 'statusd', version = '0' } }
  local answer = vim.json.encode({ jsonrpc = '2.0', id = 1, result = result })
  local before = answers and ("read -r line; echo '%s'; read -r line; "):format(answer) or ''
  return Client.start(vim.tbl_extend('force', {
    cmd = { 'sh', '-c', before .. script }, restart = false, start_timeout = M.DEADLINE,
  }, options or {}))
end

--- Waits until a condition holds.
function M.eventually(condition, what)
  if not system.wait(M.DEADLINE, condition) then
    error('this did not come: ' .. (what or 'the condition'), 2)
  end
end

--- Starts a call; `outcome.is_over`, `outcome.failure` and `outcome.result` say what became of it.
function M.begin(client, method, params, options)
  local outcome = {}
  outcome.cancel = client:call(method, params, function(failure, result)
    outcome.is_over, outcome.failure, outcome.result = true, failure, result
  end, options)
  return outcome
end

--- Waits for the end of what `begin` started.
function M.ended(outcome)
  M.eventually(function()
    return outcome.is_over
  end, 'the end of a call')
  return outcome.failure, outcome.result
end

--- Ends the process with SIGKILL, and waits until another one runs.
function M.killed(client)
  local before = client.restarts
  system.uv.kill(client.connection.process.pid, 'sigkill')
  M.eventually(function()
    return client.restarts > before
  end, 'another process')
end

local silent

--- The address of a server that takes connections and says nothing. A command that sleeps would outlive a daemon
--- that is killed.
function M.silence()
  if not silent then
    silent = system.uv.new_tcp()
    silent:bind('127.0.0.1', 0)
    silent:listen(128, function() end)
  end
  return ('http://127.0.0.1:%d/'):format(silent:getsockname().port)
end

--- A file for the length of `body(path)`, with a value.
function M.with_file(value, body)
  local path = vim.fn.tempname()
  vim.fn.writefile({ vim.json.encode(value) }, path)
  local is_done, problem = xpcall(body, debug.traceback, path)
  vim.fn.delete(path)
  if not is_done then
    error(problem, 0)
  end
end

return M
