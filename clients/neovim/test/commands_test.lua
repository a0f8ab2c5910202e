--- The commands, as a person gives them.

local editor = require('support.editor')
local expect = require('support.expect')
local running = require('support.running')
local statusd = require('statusd')
local system = require('statusd.system')

local function completed(line)
  return vim.fn.getcompletion(line, 'cmdline')
end

test('StatusdRefresh fetches one resource and says what there is', function()
  editor.with({}, function(seen)
    vim.cmd('StatusdRefresh menu')
    editor.until_message(seen, '^menu: %d+ items$')
    expect.equal(#seen.messages, 1)
    expect.equal(statusd.screen().parts.state.phase, 'blank')
    expect.match(statusd.statusline(), '^menu: ')
  end)
end)

test('StatusdRefresh without a name fetches all, and the status line says so', function()
  editor.with({}, function()
    expect.equal(statusd.statusline(), '')
    vim.cmd('StatusdRefresh')
    editor.until_phase('state', 'content')
    editor.until_phase('menu', 'content')
    expect.match(statusd.statusline(), '^state: %d+ on the map  menu: %d+ items$')
    expect.match(statusd.statusline({ 'menu' }), '^menu: %d+ items$')
    vim.o.statusline = [[%{v:lua.require'statusd'.statusline()}]]
    expect.match(vim.api.nvim_eval_statusline(vim.o.statusline, {}).str, '^state: ')
    vim.o.statusline = ''
  end)
end)

test('a name that there is not is reported with those that there are', function()
  editor.with({ '--resource', 'build=command:echo {branch}' }, function(seen)
    vim.cmd('StatusdRefresh men')
    editor.until_message(seen, '^No resource is called men; there are: state, menu, build$')
    vim.cmd('StatusdRefresh build main')
    vim.cmd('StatusdAutoPoll maybe')
    vim.cmd('StatusdLocation pause')
    expect.equal(vim.list_slice(seen.messages, 2), { 'main is no argument: write name=value',
      ':StatusdAutoPoll takes on, off or toggle', ':StatusdLocation takes start or stop' })
    vim.cmd('StatusdShow build day=monday')
    editor.until_message(seen, 'day is no argument of build; it takes branch')
    expect.equal(vim.tbl_count(statusd.live().own), 0)
  end)
end)

test('a program that is missing is reported, and the next command starts it', function()
  editor.with({}, function(seen)
    vim.cmd('StatusdRefresh menu')
    editor.until_message(seen, 'Install it with `pip install statusd`, or name it in %$STATUSD')
    statusd.options.cmd = running.binary()
    vim.cmd('StatusdRefresh menu')
    editor.until_phase('menu', 'content')
  end, { cmd = '/proc/no/such/statusd' })
end)

test('StatusdStop cancels the fetch without a message', function()
  editor.with({ '--menu', running.silence() }, function(seen)
    vim.cmd('StatusdRefresh menu')
    editor.until_screen(function(screen)
      return screen.parts.menu.spinner and screen.parts.menu.stop.enabled
    end)
    expect.equal(statusd.statusline(), 'menu: …')
    vim.cmd('StatusdStop menu')
    editor.until_phase('menu', 'blank')
    expect.equal(seen.messages, {})
  end)
end)

test('StatusdAutoPoll switches on, off and over', function()
  editor.with({}, function(seen)
    local function is_polled(name, expected)
      editor.until_screen(function(screen)
        local polling = screen.parts[name].polling
        return polling ~= nil and polling.on == expected
      end)
      local _, snapshot = statusd.client():call_sync('getState', { resource = name })
      expect.equal(snapshot.autoPolling.enabled, expected)
    end
    vim.cmd('StatusdAutoPoll on menu')
    is_polled('menu', true)
    vim.cmd('StatusdAutoPoll on')
    is_polled('state', true)
    vim.cmd('StatusdAutoPoll toggle')
    is_polled('menu', false)
    vim.cmd('StatusdAutoPoll off')
    is_polled('state', false)
    vim.cmd('StatusdAutoPoll toggle menu')
    is_polled('menu', true)
    local presses = vim.tbl_filter(function(method)
      return method == 'press'
    end, running.methods(seen.recorder))
    expect.equal(#presses, 8)
  end)
end)

test('StatusdLocation starts and stops, and says where this computer is', function()
  editor.with({}, function(seen)
    vim.cmd('StatusdLocation')
    expect.equal(seen.messages, { 'The location is off' })
    vim.cmd('StatusdLocation start')
    editor.until_screen(function(screen)
      return screen.location.phase == 'content'
    end)
    vim.cmd('StatusdLocation')
    expect.match(seen.messages[2], '^location: %d+%.%d%d%d%d, %d+%.%d%d%d%d$')
    vim.cmd('StatusdLocation stop')
    editor.until_screen(function(screen)
      return screen.location.phase == 'stale' and not screen.location.on
    end)
  end)
end)

test('arguments are completed', function()
  editor.with({ '--resource', 'build=command:echo {branch} {os}' }, function()
    expect.equal(completed('StatusdRefresh '), { 'state', 'menu', 'main', 'build' })
    expect.equal(completed('StatusdShow m'), { 'menu', 'main' })
    expect.equal(completed('StatusdShow build '), { 'branch=', 'os=' })
    expect.equal(completed('StatusdRecover build branch=main '), { 'os=' })
    expect.equal(completed('StatusdAutoPoll on build o'), { 'os=' })
    expect.equal(completed('StatusdAutoPoll o'), { 'on', 'off' })
    expect.equal(completed('StatusdAutoPoll on me'), { 'menu' })
    expect.equal(completed('StatusdAutoPoll on menu '), {})
    expect.equal(completed('StatusdRecover l'), { 'location' })
    expect.equal(completed('StatusdLocation '), { 'start', 'stop' })
    expect.equal(completed('StatusdLoc sta'), { 'start' })
    expect.equal(require('statusd.commands').complete('', 'silent StatusdLocation ', 23), { 'start', 'stop' })
    expect.equal(vim.fn.sort(completed('Statusd')), { 'StatusdAutoPoll', 'StatusdLocation', 'StatusdMenu',
      'StatusdRecover', 'StatusdRefresh', 'StatusdShow', 'StatusdStop' })
  end, { resources = { 'state', 'menu',
    { name = 'main', resource = 'build', arguments = { branch = 'main', os = 'linux' } } } })
end)

test('without resources in setup, the editor has all of the daemon', function()
  running.with_file({ celsius = 21.5 }, function(path)
    editor.with({ '--resource', 'temp=file:' .. path }, function()
      vim.cmd('StatusdRefresh')
      editor.until_phase('temp', 'content')
      editor.until_phase('menu', 'content')
      editor.until_phase('state', 'content')
      expect.match(statusd.statusline(), '^state: .*  menu: .*  temp: there$')
    end)
  end)
end)

test('without a menu StatusdMenu says so', function()
  editor.with({}, function(seen)
    vim.cmd('StatusdMenu')
    editor.until_message(seen, '^statusd has no menu$')
  end, { resources = { 'state', { name = 'raw', resource = 'menu', shape = 'any' } } })
end)

test('an instance is fetched, polled and stopped by its arguments', function()
  editor.with({ '--resource', 'build=command:echo \'"\'{branch}\'"\'' }, function(seen)
    local function part()
      local _, found = statusd.live():find('build branch=main')
      return found or {}
    end
    vim.cmd('StatusdRefresh build branch=main')
    editor.until_message(seen, '^build branch=main: main$')
    vim.cmd('StatusdAutoPoll on build branch=main')
    running.eventually(function()
      return part().polling and part().polling.on
    end)
    -- One that nobody sees gives way to the next.
    vim.cmd('StatusdRefresh build branch=next')
    editor.until_message(seen, '^build branch=next: next$')
    expect.equal(vim.tbl_keys(statusd.live().own), { 'build branch=next' })
  end)
end)

test('a part of the status line is in the words of its text', function()
  running.with_file({ celsius = 21.5 }, function(path)
    editor.with({ '--resource', 'temp=file:' .. path }, function()
      vim.cmd('StatusdRefresh')
      editor.until_phase('kitchen', 'content')
      expect.equal(statusd.statusline(), 'kitchen: 21.5 °C')
    end, { resources = { { name = 'kitchen', resource = 'temp', text = function(value)
      return value.celsius .. ' °C'
    end } } })
  end)
end)

test('the screen goes on after the daemon was killed', function()
  editor.with({}, function()
    vim.cmd('StatusdRefresh menu')
    editor.until_phase('menu', 'content')
    vim.cmd('StatusdAutoPoll on state')
    editor.until_phase('state', 'content')
    running.killed(statusd.client())
    editor.until_phase('state', 'content')
    editor.until_phase('menu', 'blank') -- The new daemon has not fetched it.
    expect.equal(statusd.screen().parts.state.polling.on, true)
  end, { restart = true })
end)

test('a daemon that is not started again is reported, and the value stays as an old one', function()
  editor.with({}, function(seen)
    vim.cmd('StatusdRefresh menu')
    editor.until_phase('menu', 'content')
    statusd.client().connection:notify('exit')
    editor.until_message(seen, '^statusd ended%. statusd ended with status 1%.$')
    expect.match(statusd.statusline(), '^menu: %d+ items %(old%)$')
    vim.cmd('StatusdRefresh menu')
    editor.until_phase('menu', 'content')
  end)
end)

test('StatusdChanged is published, and leaving ends the daemon cleanly', function()
  editor.with({ '--menu', running.silence() }, function()
    local changes = 0
    local id = vim.api.nvim_create_autocmd('User', { pattern = 'StatusdChanged', callback = function()
      changes = changes + 1
    end })
    vim.cmd('StatusdRefresh menu')
    editor.until_screen(function(screen)
      return screen.parts.menu.attempt ~= nil
    end)
    expect.ok(changes > 0)
    local client = statusd.client()
    vim.cmd('doautocmd VimLeavePre')
    expect.equal(client:ending().status, 0)
    vim.api.nvim_del_autocmd(id)
  end)
end)

test('a Neovim that ends leaves no daemon behind', function()
  local script = vim.fn.tempname() .. '.lua'
  vim.fn.writefile({
    ("vim.opt.runtimepath:prepend('%s/clients/neovim')"):format(running.ROOT),
    ("require('statusd').setup({ cmd = '%s', args = { '--menu', '%s' } })"):format(running.binary(), running.silence()),
    "require('statusd').call('refresh', { resource = 'menu' })",
    "require('statusd').client():call_sync('getState')",
    "io.stdout:write(require('statusd').client().connection.process.pid)",
  }, script)
  local command = { vim.v.progpath, '--clean', '--headless', '-c', 'luafile ' .. script, '-c', 'qall!' }
  local output = vim.fn.system(command)
  expect.equal(vim.v.shell_error, 0)
  expect.match(output, '^%d+$')
  local _, _, name = system.uv.kill(tonumber(output), 0)
  expect.equal(name, 'ESRCH')
  vim.fn.delete(script)
end)
