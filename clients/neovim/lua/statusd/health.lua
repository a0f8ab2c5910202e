--- `:checkhealth statusd`: the editor, the program, what it says of itself, and its sources.

local M = {}

--- Since 0.10 `vim.health.ok`, from 0.8 `vim.health.report_ok`, before that a module of its own.
local health = vim.health or require('health')
local start, ok = health.start or health.report_start, health.ok or health.report_ok
local warn, bad = health.warn or health.report_warn, health.error or health.report_error
local info = health.info or health.report_info

--- Seconds for each source.
local PATIENCE = 5

local function check_editor()
  start('statusd: Neovim')
  if vim.fn.has('nvim-0.7') == 1 then
    local version = vim.version()
    ok(('Neovim %d.%d.%d'):format(version.major, version.minor, version.patch))
  else
    bad('Neovim is older than 0.7')
  end
end

--- What was wrong with the arguments of `setup`.
local function check_options(problems)
  start('statusd: setup')
  for _, problem in ipairs(problems) do
    bad(problem)
  end
  if #problems == 0 then
    ok('every option is as it should be')
  end
end

--- Whether the program can be run at all.
local function check_program(command)
  start('statusd: the program')
  local program = vim.fn.exepath(command[1])
  if program == '' then
    bad(('%s cannot be executed'):format(command[1]), {
      'Install it with `pip install statusd`.',
      'Or name it in $STATUSD, or else in require("statusd").setup{ cmd = … }.',
    })
    return false
  end
  local arguments = #command > 1 and table.concat(vim.list_slice(command, 2), ' ') or 'no arguments'
  ok(('%s, with %s'):format(program, arguments))
  return true
end

--- Starts a daemon, or asks the one that runs.
local function check_daemon(options)
  local Client = require('statusd.client')
  local client = Client.start(vim.tbl_extend('force', options, { restart = false }))
  local failure, listed = client:call_sync('listResources')
  if failure then
    bad(tostring(failure))
  else
    local names = vim.tbl_map(function(each)
      return each.resource
    end, listed.resources)
    ok(('statusd %s, protocol %s'):format(client.server.serverInfo.version, client.server.protocolVersion))
    info('Its resources: ' .. table.concat(names, ', '))
    for _, part in pairs(require('statusd.live').parts(options.resources or {})) do
      if not vim.tbl_contains(names, part.resource) then
        warn(('setup{ resources = … } names %s, which the daemon does not have'):format(part.resource))
      end
    end
  end
  client:close({ cancels = true })
  return not failure
end

--- What a program writes, with the variables and in the folder of the daemon. It is waited for.
local function output_of(words, options)
  local pieces, has_ended = {}, false
  local function take(_, lines)
    table.insert(pieces, table.concat(lines, '\n'))
  end
  vim.fn.jobstart(words, {
    -- An empty table would be a list.
    env = not vim.tbl_isempty(options.env or {}) and options.env or nil, cwd = options.cwd,
    on_stdout = take, stdout_buffered = true, on_stderr = take, stderr_buffered = true,
    on_exit = function()
      has_ended = true
    end,
  })
  require('statusd.system').wait(math.huge, function()
    return has_ended
  end)
  return table.concat(pieces)
end

--- What `statusd doctor` finds.
local function check_sources(command, options)
  start('statusd: configuration and sources')
  local words = { command[1], 'doctor', '--json', '--timeout', tostring(PATIENCE) }
  local output = output_of(vim.list_extend(words, vim.list_slice(command, 2)), options)
  local is_json, report = pcall(vim.json.decode, output)
  if not is_json or type(report.checks) ~= 'table' then
    return info('statusd doctor says: ' .. vim.trim(output))
  end
  local reporters = { ok = ok, warning = warn, problem = bad }
  for _, each in ipairs(report.checks) do
    local advice = each.advice and { each.advice } or nil
    reporters[each.status](('%s: %s'):format(each.subject, each.message), advice)
  end
end

--- How the resources of the editor are.
local function check_screen(statusd)
  local live = statusd.live()
  for _, name in ipairs(live.names) do
    local _, part = live:find(name)
    if part and part.failure then
      warn(('%s: %s'):format(name, part.failure.title))
    elseif part then
      info(('%s: %s%s'):format(name, part.phase, part.age and ', ' .. part.age or ''))
    end
  end
end

local function check_running(statusd)
  start('statusd: the daemon of this editor')
  local client = statusd.running()
  if not client then
    return info('None was started yet. The first command does that.')
  end
  if client:is_running() then
    ok(('running, process %d, started again %d times'):format(client.connection.process.pid, client.restarts))
    check_screen(statusd)
  else
    bad(tostring(client:ending()))
  end
end

function M.check()
  local statusd = require('statusd')
  check_editor()
  check_options(statusd.problems)
  local options = statusd._client_options()
  local command = require('statusd.client').command(options)
  if check_program(command) and check_daemon(options) then
    local alone = vim.tbl_extend('force', options, { shared = false })
    check_sources(require('statusd.client').command(alone), options)
  end
  check_running(statusd)
end

return M
