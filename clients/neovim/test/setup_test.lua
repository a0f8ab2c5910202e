--- What `setup` is given, what is said of it, and a program that is wrong.

local Client = require('statusd.client')
local editor = require('support.editor')
local expect = require('support.expect')
local options = require('statusd.options')
local running = require('support.running')
local statusd = require('statusd')
local system = require('statusd.system')

local RIGHT = {
  cmd = { 'statusd' }, args = { '--seed', '1' }, env = { A = '1' }, cwd = '/', shared = true,
  timeout = 1.5, start_timeout = 10, grace = 12, restart = { count = 4, seconds = 180 }, words = 'minutes',
  start = false,
  resources = { 'menu', { name = 'main', resource = 'build', arguments = { branch = 'main' }, shape = 'any',
    text = tostring } },
  notifications = { stateChanged = false }, notify = print, perform = print, tap = print,
}

test('options that are right are taken as they are', function()
  local taken, problems = options.checked(RIGHT)
  expect.equal({ taken, problems }, { RIGHT, {} })
  expect.equal(options.names(), (function()
    local names = vim.tbl_keys(RIGHT)
    table.sort(names)
    return names
  end)())
  expect.equal({ options.checked({ cmd = 'statusd', restart = false }) }, { { cmd = 'statusd', restart = false }, {} })
end)

for problem, given in pairs({
  ['cmdd: there is no such option; did you mean cmd?'] = { cmdd = 'statusd' },
  ['startTimeout: there is no such option; did you mean start_timeout?'] = { startTimeout = 1 },
  ['colour: there is no such option; see :help statusd-setup'] = { colour = 'red' },
  ['[1]: there is no such option; see :help statusd-setup'] = { 'menu' },
  ['cmd: expected string|table, got number'] = { cmd = 5 },
  ['cmd[2]: expected string, got number'] = { cmd = { 'statusd', 5 } },
  ['env.A: expected string, got number'] = { env = { A = 1 } },
  ['args: expected table, got string'] = { args = '--seed 1' },
  ['resources: expected table, got string'] = { resources = 'menu' },
  ['resources[1]: expected a member name'] = { resources = { { resource = 'menu' } } },
  ['resources[1].argument: there is no such option; did you mean arguments?'] =
    { resources = { { name = 'a', argument = {} } } },
  ['resources[1].shape: expected any, got graph'] = { resources = { { name = 'a', shape = 'graph' } } },
  ['restart.seconds: expected number, got string'] = { restart = { seconds = '180' } },
  ['words: expected seconds or minutes or none, got hours'] = { words = 'hours' },
  ['expected a table of options, got string'] = 'menu',
}) do
  test('setup says: ' .. problem, function()
    local taken, problems = options.checked(given)
    expect.equal({ taken, problems }, { {}, { problem } })
  end)
end

test('a mistake in setup is said, left out, and named by checkhealth', function()
  editor.with({}, function(seen)
    expect.equal(seen.messages, { 'statusd.setup: cmdd: there is no such option; did you mean cmd?',
      'statusd.setup: resources: expected table, got string' })
    vim.cmd('silent checkhealth statusd')
    local text = editor.text()
    vim.cmd('bwipeout!')
    expect.match(text, 'ERROR:? ?cmdd: there is no such option; did you mean cmd%?')
    expect.match(text, 'ERROR:? ?resources: expected table, got string')
    vim.cmd('StatusdRefresh')
    editor.until_phase('menu', 'content')
  end, { cmdd = 'statusd', resources = 'menu' })
end)

test('every option is in the help', function()
  local text = table.concat(vim.fn.readfile(running.ROOT .. '/clients/neovim/doc/statusd.txt'), '\n')
  local setup = text:match('%*statusd%-setup%*\n.-\n3%. COMMANDS')
  for _, name in ipairs(options.names()) do
    expect.ok(('\n' .. setup):find('\n' .. name .. '\t') or setup:find('\n[%l, ]*' .. name .. '[,\t]'), name)
  end
end)

test('$STATUSD takes the place of the program that is set', function()
  editor.with({}, function()
    for set, command in pairs({ ['statusd'] = { 'cat' }, [false] = { 'cat' } }) do
      statusd.options.cmd, vim.env.STATUSD = set or nil, 'cat'
      expect.equal(Client.command(statusd._client_options()), command)
    end
    statusd.options.cmd = { 'statusd', '--seed', '1' }
    expect.equal(Client.command(statusd._client_options()), { 'cat', '--seed', '1' })
    vim.env.STATUSD = nil
    expect.equal(Client.command(statusd._client_options()), { 'statusd', '--seed', '1' })
    expect.equal(statusd.options.cmd, { 'statusd', '--seed', '1' })
  end)
end)

--- Seconds from `:qall!` to the end of another Neovim, which has called the program without a response.
local function leaving(program)
  local script, stamp = vim.fn.tempname() .. '.lua', vim.fn.tempname()
  vim.fn.writefile({
    ("vim.opt.runtimepath:prepend('%s/clients/neovim')"):format(running.ROOT),
    ("require('statusd').setup({ cmd = %s, notify = function() end })"):format(vim.inspect(program, { newline = '' })),
    "require('statusd').call('refresh', { resource = 'menu' })",
    ("vim.fn.writefile({ tostring(vim.loop.hrtime()) }, '%s')"):format(stamp),
    "vim.cmd('qall!')",
  }, script)
  vim.fn.system({ vim.v.progpath, '--clean', '--headless', '-c', 'luafile ' .. script, '-c', 'cquit 1' })
  local began = tonumber(vim.fn.readfile(stamp)[1])
  vim.fn.delete(script)
  vim.fn.delete(stamp)
  return (system.uv.hrtime() - began) / 1e9
end

test('a Neovim with a program that is no statusd ends at once', function()
  local deaf = { 'sh', '-c', 'trap "" TERM; while :; do sleep 1; done' }
  for _, program in ipairs({ { 'sleep', '1000' }, { 'cat' }, deaf }) do
    -- It would be 10 s: the time that a program has for its first response.
    expect.ok(leaving(program) < 8, vim.inspect(program))
  end
end)
