--- Runs every test/*_test.lua inside this Neovim, and prints TAP:
---
---   nvim --clean --headless -S test/run.lua -c 'cquit 1'
---
--- The second command is for an error that keeps this file from its end.
--- STATUSD_BIN is the binary, else what `swift build` has built. STATUSD_TRANSCRIPTS is a folder for every message.
--- STATUSD_TESTS is a pattern for the names of tests.

local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
local plugin = vim.fn.fnamemodify(here, ':h')
vim.opt.runtimepath:prepend(plugin)
package.path = here .. '/?.lua;' .. package.path
vim.cmd('source ' .. vim.fn.fnameescape(plugin .. '/plugin/statusd.lua'))
vim.o.columns, vim.o.more = 120, false
vim.env.STATUSD = nil -- It would take the place of every program that a test names.

local tests = {}
--- A name is a sentence.
function _G.test(name, body)
  table.insert(tests, { name = name, body = body })
end

local function print_line(...)
  io.stdout:write(string.format(...), '\n')
  io.stdout:flush()
end

local function traceback(problem)
  return debug.traceback(tostring(problem), 2)
end

local files = vim.fn.glob(here .. '/*_test.lua', true, true)
table.sort(files)
for _, file in ipairs(files) do
  dofile(file)
end

local failed, passed = 0, 0
local selected = vim.env.STATUSD_TESTS or ''
for _, each in ipairs(tests) do
  if each.name:find(selected) then
    vim.v.errmsg = ''
    local is_passed, problem = xpcall(each.body, traceback)
    -- An error in a callback or an autocommand is shown, and would be lost here.
    if is_passed and vim.v.errmsg ~= '' then
      is_passed, problem = false, 'Neovim showed an error: ' .. vim.v.errmsg
    end
    passed, failed = passed + (is_passed and 1 or 0), failed + (is_passed and 0 or 1)
    -- What Neovim shows meanwhile may stand on the line.
    print_line('%s %d - %s', is_passed and 'ok' or '\nnot ok', passed + failed, each.name)
    if not is_passed then
      print_line('  error: %s', (problem:gsub('\n', '\n    ')))
    end
  end
end
print_line('1..%d\n# pass %d\n# fail %d\n# skipped 0', passed + failed, passed, failed)
vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
