--- The presenter passes every case of schema/presenter, and the runner says when it does not.

local Presenter = require('statusd.presenter')
local expect = require('support.expect')
local presenter_cases = require('support.presenter_cases')
local words = require('statusd.presenter.words')

for _, case in ipairs(presenter_cases.cases()) do
  test('the presenter passes: ' .. case.name, function()
    expect.equal(presenter_cases.differences(case), {})
  end)
end

test('there are cases', function()
  expect.ok(#presenter_cases.cases() >= 60)
end)

test('the runner finds what does not fit, and nothing else', function()
  local empty, null = vim.empty_dict(), vim.NIL
  for _, each in ipairs({ { { a = 1 }, { a = 1, b = 2 } }, { { a = { { b = 1 } } }, { a = { { b = 1, c = 2 } } } },
    { { a = null }, { b = 1 } }, { empty, { a = 1 } } }) do
    expect.equal(presenter_cases.unfit(each[1], each[2], 'screen', {}), {})
  end
  for _, each in ipairs({ { { a = 1 }, empty }, { { a = { b = 1 } }, { a = { b = 2 } } }, { { 1 }, { 1, 2 } },
    { {}, nil }, { null, { a = 1 } }, { true, 1 }, { {}, empty } }) do
    expect.equal(#presenter_cases.unfit(each[1], each[2], 'screen', {}), 1)
  end
end)

test('a request that no step expects is a difference', function()
  local case = presenter_cases.read('a.jsonl', { '{"case":"","resources":{"menu":"menu"}}', '{"at":0,"connect":true}' })
  local found = presenter_cases.differences(case)
  expect.equal(#found, 1)
  expect.match(found[1], '^a%.jsonl:2: sends: expected {}')
end)

test('snapshots of instances that are not on the screen are not kept', function()
  local presenter = Presenter.new({ { name = 'main', resource = 'build', arguments = { branch = 'main' } } })
  local snapshot = { resource = 'build', arguments = { branch = 'next' }, revision = 1 }
  presenter:receive({ method = 'stateChanged', params = snapshot }, 0)
  expect.equal(presenter.model.snapshots, {})
  snapshot.arguments.branch = 'main'
  presenter:receive({ method = 'stateChanged', params = snapshot }, 0)
  expect.equal(vim.tbl_count(presenter.model.snapshots), 1)
end)

test('a timestamp is read in any year and in any zone of this machine', function()
  vim.env.TZ = 'America/New_York'
  for timestamp, seconds in pairs({ ['1970-01-01T00:00:00.000Z'] = 0, ['2000-01-01T00:00:00.000Z'] = 946684800,
    ['2000-02-29T12:00:00.500Z'] = 951825600.5, ['2026-11-22T18:16:15.000Z'] = 1795371375,
    ['2100-03-01T00:00:00.000Z'] = 4107542400 }) do
    expect.equal(words.seconds_of(timestamp), seconds)
  end
  vim.env.TZ = nil
end)
