--- The buffers that show a part of the screen.

local editor = require('support.editor')
local expect = require('support.expect')
local running = require('support.running')
local statusd = require('statusd')

test('StatusdMenu fetches, and shows the menu in groups', function()
  editor.with({}, function()
    vim.cmd('StatusdMenu')
    editor.until_text('\nstarters\n  ')
    local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    expect.equal(lines[1], 'menu · just now')
    expect.match(editor.text(), '\n  [^\n]+ +%d+%.%d%d\n')
    expect.equal({ vim.bo.filetype, vim.bo.modifiable, vim.fn.bufname() }, { 'statusd', false, 'statusd://menu' })
    vim.cmd('StatusdMenu')
    expect.equal(#vim.api.nvim_list_wins(), 2)
    editor.type('q')
    expect.equal(#vim.api.nvim_list_wins(), 1)
    vim.cmd('StatusdMenu')
    editor.until_text('\nstarters\n  ')
  end)
end)

test('a failure stands in the place of the value, and r tries again', function()
  running.with_file({}, function(path)
    vim.fn.delete(path)
    editor.with({ '--menu', 'file:' .. path }, function(seen)
      vim.cmd('StatusdMenu')
      editor.until_text('The file does not exist\n.*Check the path, then try again%.\n  %[Cancel%]\n  %[Try Again%]')
      expect.equal(seen.messages, {})
      vim.fn.writefile({ '[]' }, path)
      editor.type('r')
      editor.until_text('The menu is empty%.')
      expect.equal(editor.presses(seen), { 'refresh', 'option' })
      editor.type('r')
      expect.equal(editor.presses(seen), { 'refresh', 'option', 'refresh' })
    end)
  end)
end)

test('<CR> performs the option under the cursor', function()
  editor.with({ '--menu', 'file:/proc/nonexistent/menu.json' }, function(seen)
    vim.cmd('StatusdMenu')
    editor.until_text('%[Keep Trying%]')
    editor.type('gg<CR>')
    vim.fn.search('Keep Trying')
    editor.type('<CR>')
    editor.until_screen(function(screen)
      return screen.parts.menu.polling.on
    end)
    editor.until_text('polled every 10 s')
    expect.ok(not editor.text():find('Keep Trying'), 'the option is offered no more')
    expect.equal(editor.presses(seen), { 'refresh', 'option' })
    editor.type('p')
    editor.until_text('%[Keep Trying%]')
  end)
end)

test('s stops fetching', function()
  editor.with({ '--menu', running.silence() }, function()
    vim.cmd('StatusdMenu')
    editor.until_text('Loading …')
    editor.type('s')
    editor.until_text('Nothing was fetched yet%.')
  end)
end)

test('an alert stands beside its value, and a countdown runs', function()
  editor.with_scenario('rate-limited', function(_, advance)
    vim.cmd('StatusdMenu')
    editor.until_screen(function(screen)
      return screen.parts.menu.spinner
    end)
    advance(10)
    editor.until_text('The server wants to be asked again in %d+ s%.')
    expect.match(editor.text(), '%[Try Again Later%]')
  end)
end)

test('the fleet is shown in sentences', function()
  editor.with({}, function()
    vim.cmd('StatusdShow state')
    editor.until_text('\nCentral  %(53%.5500, 9%.9900%)\n')
    expect.match(editor.text(), ' carries ')
  end)
end)

--- What is shown of a value, without the heading and the keys.
local function shown_of(json, options)
  local shown
  running.with_file({}, function(path)
    vim.fn.writefile({ json }, path)
    editor.with(vim.list_extend({ '--resource', 'thing=file:' .. path }, options or {}), function()
      vim.cmd('StatusdShow thing')
      editor.until_phase('thing', 'content')
      local lines = vim.api.nvim_buf_get_lines(0, 2, -3, false)
      shown = table.concat(lines, '\n')
    end)
  end)
  return shown
end

test('a value of any shape is a tree', function()
  expect.equal(shown_of('{"text":"a\\nb","more":[1,null,{"deep":[true]}],"none":{},"empty":[],"plain":"ä b"}'),
    'empty: []\nmore:\n  - 1\n  - null\n  - deep:\n      - true\nnone: {}\nplain: ä b\ntext: "a\\nb"')
end)

test('rows of the same kind are a table, in which letters are as wide as they are', function()
  expect.equal(shown_of('[{"name":"é","n":1},{"name":"' .. ('long '):rep(10) .. '","n":null},{"n":22}]'),
    'n     name\n1     é\nnull  ' .. ('long '):rep(7) .. 'long…\n22')
end)

for json, text in pairs({
  ['"a\\nb"'] = 'a\nb', null = 'null', ['false'] = 'false', ['[]'] = '[]', ['{}'] = '{}', ['1.5'] = '1.5',
  ['["a","b c"]'] = 'a\nb c', ['[[1],[2]]'] = '- - 1\n- - 2', ['[{"a":[1]}]'] = '- a:\n    - 1',
}) do
  test('the value ' .. json .. ' is shown as it is read', function()
    expect.equal(shown_of(json), text)
  end)
end

test('lines are lines', function()
  running.with_file({}, function(path)
    vim.fn.writefile({ 'one', 'two  three' }, path)
    local config = path .. '.toml'
    vim.fn.writefile({ '[resources.log]', ('source = "file:%s"'):format(path), 'shape = "lines"' }, config)
    editor.with({ '--config', config }, function()
      vim.cmd('StatusdShow log')
      editor.until_text('\none\ntwo  three\n')
    end)
    vim.fn.delete(config)
  end)
end)

test('a content of a new form is drawn as it is', function()
  local screen = { parts = { a = { phase = 'thawed', content = { nodes = { 1 }, later = vim.NIL } } } }
  screen.is_open = function()
    return true
  end
  local lines = require('statusd.view.draw').lines('a', screen, {})
  expect.equal({ lines[3].text, lines[4].text, lines[5].text }, { 'later: null', 'nodes:', '  - 1' })
  local live = { main = screen, names = { 'a' }, find = function() return screen, screen.parts.a end }
  live.screens = function()
    return { screen }
  end
  expect.equal(require('statusd.statusline').text(live, {}), 'a: there')
end)

test('an instance has a buffer and a screen, until the buffer is closed', function()
  editor.with({ '--resource', 'build=command:echo \'"\'{branch}\'"\'' }, function()
    vim.cmd('StatusdShow build branch=main')
    editor.until_text('^build branch=main · just now\n\nmain\n')
    expect.equal(vim.fn.bufname(), 'statusd://build branch=main')
    editor.type('p')
    editor.until_text('polled every 10 s')
    editor.type('q')
    expect.equal(statusd.live().own, {})
  end)
end)

test('an instance is shown again by the daemon after', function()
  editor.with({ '--resource', 'build=command:echo \'"\'{branch}\'"\'' }, function()
    vim.cmd('StatusdShow build branch=main')
    editor.until_text('main\n')
    running.killed(statusd.client())
    editor.until_text('Nothing was fetched yet%.')
    editor.type('r')
    editor.until_text('\n\nmain\n')
    statusd.client().connection:notify('exit')
    editor.until_text('^build branch=main · old\n\nmain\n.*statusd does not run%.')
    statusd.options.restart = false
    vim.cmd('StatusdRefresh menu')
    editor.until_text('Nothing was fetched yet%.')
  end, { restart = { count = 1, seconds = running.DEADLINE } })
end)

test('a daemon that has ended shows, with the old value', function()
  editor.with({}, function()
    vim.cmd('StatusdMenu')
    editor.until_text('starters')
    statusd.client().connection:notify('exit')
    editor.until_text('statusd does not run%.')
    expect.match(editor.text(), '^menu · old\n\nstarters\n')
    editor.type('r') -- Starts another one.
    editor.until_text('^menu · just now\n\nstarters\n')
  end)
end)

test('Show Help opens the explanation', function()
  editor.with_scenario('demo', function(_, advance)
    local steps = { { ['then'] = 'responseTooLarge' } }
    statusd.client():call_sync('playScenario', { scenario = { resources = { menu = { steps = steps } } } })
    vim.cmd('StatusdMenu')
    editor.until_text('Loading …')
    advance(1)
    editor.until_text('%[Show Help%]')
    vim.fn.search('Show Help')
    editor.type('<CR>')
    running.eventually(function()
      return vim.bo.filetype == 'markdown'
    end)
    expect.match(editor.text(), 'The response is too large')
    expect.equal(statusd.screen().help, nil)
  end)
end)
