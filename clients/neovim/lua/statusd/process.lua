--- The daemon as a child process: lines in, lines out, and how it ended.
---
--- libuv calls back in the middle of whatever Neovim does, where most of its API is forbidden. So each event is put
--- into the main loop's queue, which keeps their order, and everything else of this client runs there.

local Lines = require('statusd.lines')
local system = require('statusd.system')
local uv = system.uv

local STDERR_CHARACTERS = 8192
local STDERR_LINES = 20
--- Seconds without output after which that of a dead process counts as read: a child of it may hold the pipe.
local SILENCE = 0.3
--- Bytes that may wait for the main loop. Beyond, nothing is read, and the daemon conflates its notifications.
local LIMIT = 1024 * 1024

local Process = {}
Process.__index = Process

--- Starts a program. `receiver` has `line(text)`, `spoiled(reason)`, and `ended({status, signal, stderr})`, which
--- comes once and last.
---@param command string[]
---@param options {env?: table<string, string>, cwd?: string}
---@return table|nil process Nil where the program cannot be started.
---@return string|nil problem
function Process.start(command, options, receiver)
  local self = setmetatable({
    receiver = receiver, lines = Lines.new(), stderr_text = '', pieces = 0,
    stdin = uv.new_pipe(false), stdout = uv.new_pipe(false), stderr = uv.new_pipe(false),
    has_closed = {},
  }, Process)
  self.unread = { [self.stdout] = 0, [self.stderr] = 0 }
  local program, problem = uv.spawn(command[1], {
    args = vim.list_slice(command, 2),
    stdio = { self.stdin, self.stdout, self.stderr },
    env = options.env and Process._environment(options.env),
    cwd = options.cwd,
    hide = true,
  }, vim.schedule_wrap(function(status, signal)
    self:_exited(status, signal)
  end))
  if not program then
    self:_close_pipes()
    return nil, problem
  end
  self.program, self.pid = program, program:get_pid()
  self:_read(self.stdout, function(piece)
    local lines, reason = self.lines:feed(piece)
    for _, line in ipairs(lines) do
      receiver.line(line)
    end
    if reason then
      receiver.spoiled(reason)
    end
  end)
  self:_read(self.stderr, function(piece)
    self.stderr_text = (self.stderr_text .. piece):sub(-STDERR_CHARACTERS)
  end)
  return self
end

--- libuv takes all variables or none, as NAME=VALUE.
---@param further table<string, string>
function Process._environment(further)
  local words = {}
  for name, value in pairs(vim.tbl_extend('force', uv.os_environ(), further)) do
    table.insert(words, name .. '=' .. value)
  end
  return words
end

--- Writes one line. That nobody reads shows by the end of the output.
---@param text string
function Process:write(text)
  if not self.stdin:is_closing() then
    self.stdin:write(text .. '\n')
  end
end

--- Ends the program's input, waits for its end, and makes it end where that takes longer than `grace` seconds.
---@param grace number
function Process:close(grace)
  local stdin = self.stdin
  if not stdin:is_closing() and not self.is_shut then
    self.is_shut = true
    stdin:shutdown(function() -- Behind everything that was written.
      if not stdin:is_closing() then
        stdin:close()
      end
    end)
  end
  for _, signal in ipairs({ 'sigterm', 'sigkill' }) do
    if self:_waits(grace, 'has_exited') then
      break
    end
    self.program:kill(signal)
  end
  -- Its last output is read within SILENCE.
  self:_waits(math.max(grace, 10 * SILENCE), 'has_ended')
end

function Process:_waits(seconds, flag)
  return system.wait(seconds, function()
    return self[flag] == true
  end)
end

function Process:kill()
  if not self.has_exited then
    self.program:kill('sigkill')
  end
end

-- What comes

--- Reads a pipe, as long as no more than LIMIT waits for the main loop.
function Process:_read(pipe, take)
  pipe:read_start(function(_, piece)
    self.unread[pipe] = self.unread[pipe] + #(piece or '')
    if self.unread[pipe] > LIMIT then
      pipe:read_stop()
    end
    vim.schedule(function()
      if not piece then
        return self:_closed(pipe)
      end
      self.pieces = self.pieces + 1
      take(piece)
      local was_stopped = self.unread[pipe] > LIMIT
      self.unread[pipe] = self.unread[pipe] - #piece
      if was_stopped and self.unread[pipe] <= LIMIT and not pipe:is_closing() then
        self:_read(pipe, take)
      end
    end)
  end)
end

-- The end

function Process:_exited(status, signal)
  self.has_exited = true
  -- A signal comes with a status too, which means nothing.
  self.status = signal == 0 and status or nil
  self.signal = signal ~= 0 and system.signal_name(signal) or nil
  self.program:close()
  self:_may_have_ended()
end

function Process:_closed(pipe)
  self.has_closed[pipe] = true
  self:_may_have_ended()
end

--- The end is when everything was read; or, behind either the exit or the end of the output, after a while of silence.
function Process:_may_have_ended()
  local closed = self.has_closed
  if self.has_exited and closed[self.stdout] and closed[self.stderr] then
    self:_end()
  elseif (self.has_exited or closed[self.stdout]) and not self.is_listening then
    self.is_listening = true
    self:_end_in_silence(-1)
  end
end

function Process:_end_in_silence(read)
  if read == self.pieces then
    return self:_end()
  end
  local pieces = self.pieces
  system.after(SILENCE, function()
    self:_end_in_silence(pieces)
  end)
end

function Process:_end()
  if self.has_ended then
    return
  end
  self.has_ended = true
  self:_close_pipes()
  local lines = vim.split(vim.trim(self.stderr_text), '\n', { plain = true, trimempty = true })
  local last = vim.list_slice(lines, math.max(1, #lines - STDERR_LINES + 1))
  self.receiver.ended({ status = self.status, signal = self.signal, stderr = last })
end

function Process:_close_pipes()
  for _, pipe in ipairs({ self.stdin, self.stdout, self.stderr }) do
    if not pipe:is_closing() then
      pipe:close()
    end
  end
end

return Process
