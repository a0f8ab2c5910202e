--- The driver of the kit's client-side cases (schema/client/README.md): commands on stdin, outcomes on stdout.
---
---   nvim --clean --headless -S test/kit_driver.lua

local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
vim.opt.runtimepath:prepend(vim.fn.fnamemodify(here, ':h'))
local Client = require('statusd.client')
local Lines = require('statusd.lines')
local system = require('statusd.system')

local CLAIMS = { 'bounded', 'closedOutput', 'concurrent', 'grace', 'handshake', 'recovery', 'restart',
  'screens', 'timeouts' }
--- Seconds, where a case names none.
local PATIENCE = 600

local client
--- By the name of a command: the failure with which its call ended, and its screen.
local failures, screens = {}, {}

local function say(line)
  io.stdout:write(vim.json.encode(line), '\n')
  io.stdout:flush()
end

--- What a call ended with, as the kit has it.
local function outcome_of(failure)
  if failure.kind == 'daemonEnded' then
    local status, signal = failure.status or vim.NIL, failure.signal or vim.NIL
    return { ended = { status = status, signal = signal, stderr = failure.stderr } }
  elseif failure.kind == 'callTimedOut' then
    return { timedOut = true }
  elseif failure.kind == 'programNotFound' then
    return { notFound = failure.program }
  elseif failure.kind == 'notStatusd' then
    return { notStatusd = failure.message }
  end
  local options = vim.tbl_map(function(option)
    return option.id
  end, failure.options)
  return { failed = { code = failure.code, kind = failure.kind, title = failure.title, message = failure.message,
    options = options } }
end

local function tell(id, outcome)
  outcome.id = id
  say(outcome)
end

--- For a call: its callback.
local function settle(id)
  return function(failure, result)
    failures[id] = failure
    tell(id, failure and outcome_of(failure) or { result = result })
  end
end

-- Screens

--- What is null where it is nil here.
local NULL = {
  screen = { 'location', 'alert', 'notice', 'help' }, location = { 'coordinate', 'age', 'failure' },
  part = { 'content', 'age', 'attempt', 'failure', 'polling' }, polling = { 'next' },
  failure = { 'countdown', 'resource', 'arguments' }, alert = { 'countdown', 'resource', 'arguments' },
}

--- The screen, or a member of it, as it came.
local function whole(members, form)
  local copy = vim.tbl_extend('keep', {}, members)
  for _, name in ipairs(NULL[form] or {}) do
    copy[name] = members[name] == nil and vim.NIL or members[name]
  end
  for name, member in pairs(copy) do
    if NULL[name] and type(member) == 'table' then
      copy[name] = whole(member, name)
    end
  end
  return copy
end

local function shown(screen)
  local parts = vim.tbl_map(function(part)
    return whole(part, 'part')
  end, screen.parts)
  local members = { location = screen.location, alert = screen.alert, notice = screen.notice, help = screen.help }
  members = whole(members, 'screen')
  members.parts = vim.tbl_isempty(parts) and vim.empty_dict() or parts
  return members
end

--- Answers whoever waits for the next screen, if there is one.
local function serve(held)
  local id = held.waiting[1]
  if id and (held.is_new or held.is_over) then
    table.remove(held.waiting, 1)
    tell(id, held.is_over and { over = true } or { screen = shown(held.screen) })
    held.is_new = false
  end
end

local commands = {}

--- Calls `action()` as soon as `condition()` holds.
local function when(condition, action)
  if condition() then
    return action()
  end
  system.after(0.005, function()
    when(condition, action)
  end)
end

function commands.start(command)
  client = Client.start({
    cmd = command.program, timeout = command.timeout, start_timeout = command.startTimeout or PATIENCE,
    grace = command.grace or PATIENCE, restart = command.restart or false,
  })
  when(function()
    return client.server or client:ending()
  end, function()
    tell(command.id, client.server and { started = true } or outcome_of(client:ending()))
  end)
end

function commands.call(command)
  client:call(command.method, command.params, settle(command.id), { timeout = command.timeout })
end

function commands.recover(command)
  failures[command.of]:recover(command.option, settle(command.id))
end

function commands.screen(command)
  local held = { waiting = { command.id } }
  screens[command.id] = held
  held.screen = client:screen(command.params, { on_change = function(screen)
    if screen.failure and held.waiting[1] == command.id then
      held.waiting = {}
      return tell(command.id, outcome_of(screen.failure))
    end
    held.is_new = not client.is_closing -- Then it is over.
    serve(held)
  end })
end

function commands.press(command)
  local params = vim.tbl_extend('keep', {}, command.params)
  params.button = nil
  screens[command.of].screen:press(command.params.button, params, settle(command.id))
end

function commands.next(command)
  local held = screens[command.of]
  table.insert(held.waiting, command.id)
  serve(held)
end

local function finish(held)
  held.is_over = true
  while #held.waiting > 0 do
    serve(held)
  end
end

function commands.close(command)
  local held = screens[command.of]
  if held then
    held.screen:close()
    finish(held)
  else
    client:close()
    vim.tbl_map(finish, screens)
  end
  tell(command.id, { closed = true })
end

say({ client = 'clients/neovim', claims = CLAIMS, framings = { 'lines' } })
local input, lines = system.uv.new_pipe(false), Lines.new()
input:open(0)
input:read_start(vim.schedule_wrap(function(_, piece)
  for _, line in ipairs(piece and lines:feed(piece) or {}) do
    local command = vim.json.decode(line)
    commands[command['do']](command)
  end
  if not piece then
    if client then
      client:close()
    end
    vim.cmd('qall!')
  end
end))
