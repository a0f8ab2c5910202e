--- The cases of schema/presenter, and how a presenter is held against one.

local Presenter = require('statusd.presenter')

local M = {}

local FOLDER = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h:h:h:h') .. '/schema/presenter/'
--- The second 0 of every case: 2000-01-01T00:00:00Z, where a manual clock begins.
local EPOCH = 946684800

function M.cases()
  local files = vim.fn.glob(FOLDER .. '*.jsonl', true, true)
  table.sort(files)
  return vim.tbl_map(function(file)
    return M.read(vim.fn.fnamemodify(file, ':t'), vim.fn.readfile(file))
  end, files)
end

function M.read(file, lines)
  local head = vim.json.decode(lines[1])
  local steps = vim.tbl_map(vim.json.decode, vim.list_slice(lines, 2))
  return { file = file, name = head.case, parts = M._parts(lines[1], head.resources), steps = steps }
end

--- The parts in the order of the text: a table of Lua's has none.
function M._parts(text, resources)
  local names = vim.tbl_keys(resources)
  local function place(name)
    return text:find(vim.json.encode(name) .. ':', 1, true)
  end
  table.sort(names, function(one, other)
    return place(one) < place(other)
  end)
  return vim.tbl_map(function(name)
    local described = resources[name]
    return vim.tbl_extend('error', { name = name }, type(described) == 'string' and { shape = described } or described)
  end, names)
end

--- What the presenter does otherwise than the case says.
function M.differences(case)
  local presenter = Presenter.new(case.parts)
  local found = {}
  for index, step in ipairs(case.steps) do
    local now = EPOCH + step.at
    local output = M._happen(presenter, step, now)
    local differences = {}
    M._differs('sends', step.sends or {}, output.sends, differences)
    M._differs('performs', step.performs or {}, output.performs, differences)
    M.unfit(step.screen or vim.empty_dict(), presenter:screen(now), 'screen', differences)
    for _, difference in ipairs(differences) do
      table.insert(found, ('%s:%d: %s'):format(case.file, index + 1, difference))
    end
  end
  return found
end

function M._happen(presenter, step, now)
  for _, event in ipairs({ 'receive', 'press' }) do
    if step[event] then
      return presenter[event](presenter, step[event], now)
    end
  end
  for _, event in ipairs({ 'connect', 'disconnect', 'tick' }) do
    if step[event] then
      return presenter[event](presenter, now)
    end
  end
end

--- As JSON tells them apart: an empty object is no empty array.
local function kind_of(value)
  if type(value) ~= 'table' then
    return type(value)
  elseif vim.tbl_isempty(value) then
    return getmetatable(value) == getmetatable(vim.empty_dict()) and 'object' or 'array'
  end
  return value[1] ~= nil and 'array' or 'object'
end

local function is_same(one, other)
  if kind_of(one) ~= kind_of(other) or type(one) ~= 'table' then
    return one == other
  end
  for key in pairs(vim.tbl_extend('keep', one, other)) do
    if not is_same(one[key], other[key]) then
      return false
    end
  end
  return true
end

function M._differs(path, expected, actual, found)
  if not is_same(expected, actual) then
    table.insert(found, ('%s: expected %s, got %s'):format(path, vim.inspect(expected), vim.inspect(actual)))
  end
end

--- Where `actual` does not fit: an object may have more members, an array has as many as expected, null is nil too.
function M.unfit(expected, actual, path, found)
  local is_table = type(expected) == 'table' and type(actual) == 'table'
  if is_table and kind_of(expected) == 'object' and kind_of(actual) ~= 'array' then
    for name, value in pairs(expected) do
      M.unfit(value, actual[name], path .. '.' .. name, found)
    end
  elseif is_table and kind_of(expected) == 'array' and #expected == #actual and kind_of(actual) == 'array' then
    for index, value in ipairs(expected) do
      M.unfit(value, actual[index], ('%s[%d]'):format(path, index), found)
    end
  elseif not (expected == vim.NIL and actual == nil) then
    M._differs(path, expected, actual, found)
  end
  return found
end

return M
