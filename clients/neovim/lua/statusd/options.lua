--- What `setup` may be given, and what is wrong with what it was given.

local M = {}

---@class statusd.Form What an option may be.
---@field [1] string|string[] Its types, as `vim.validate` has them.
---@field words? string[] The strings that it may be.
---@field each? statusd.Form Of a list.
---@field values? statusd.Form Of a table with any names.
---@field members? table<string, statusd.Form> Of a table with these names.
---@field needs? string The member that such a table must have.

local WORDS = { { 'string', 'table' }, each = { 'string' } }
local STRINGS = { 'table', values = { 'string' } }
local PART = {
  { 'string', 'table' },
  members = {
    name = { 'string' }, resource = { 'string' }, arguments = STRINGS,
    shape = { 'string', words = { 'any' } }, text = { 'function' },
  },
  needs = 'name',
}

---@type statusd.Form
local OPTIONS = {
  'table',
  members = {
    cmd = WORDS, args = { 'table', each = { 'string' } }, env = STRINGS, cwd = { 'string' },
    shared = { 'boolean' }, timeout = { 'number' }, start_timeout = { 'number' }, grace = { 'number' },
    restart = { { 'boolean', 'table' }, members = { count = { 'number' }, seconds = { 'number' } } },
    resources = { 'table', each = PART }, words = { 'string', words = { 'seconds', 'minutes', 'none' } },
    notifications = { 'table', values = { 'boolean' } }, start = { 'boolean' },
    notify = { 'function' }, perform = { 'function' }, tap = { 'function' },
  },
}

--- The names of all options, in order.
function M.names()
  local names = vim.tbl_keys(OPTIONS.members)
  table.sort(names)
  return names
end

--- How many letters must be added, left out or replaced to make one word of another.
local function distance(one, other)
  local row = {}
  for column = 0, #other do
    row[column] = column
  end
  for line = 1, #one do
    local diagonal = row[0]
    row[0] = line
    for column = 1, #other do
      local replaced = diagonal + (one:byte(line) == other:byte(column) and 0 or 1)
      diagonal, row[column] = row[column], math.min(row[column] + 1, row[column - 1] + 1, replaced)
    end
  end
  return row[#other]
end

--- The name that was probably meant, nil where none is near.
local function nearest(word, names)
  local best, least = nil, math.min(3, #word)
  for name in pairs(names) do
    local far = distance(word:lower(), name)
    if far < least then
      best, least = name, far
    end
  end
  return best
end

--- Whether a value has one of the types, and what is said otherwise. The form with a table is gone after Neovim 0.11.
local function validate(name, value, types)
  if vim.fn.has('nvim-0.11') == 1 then
    return pcall(vim.validate, name, value, types)
  end
  return pcall(vim.validate, { [name] = { value, types } })
end

local check

--- Adds what is wrong with the members of a table.
local function check_members(path, value, form, problems)
  for key, member in pairs(value) do
    local is_listed = type(key) == 'number'
    local name = path .. (is_listed and ('[%d]'):format(key) or (path == '' and '' or '.') .. tostring(key))
    local inner = form.values or is_listed and form.each or form.members and form.members[key]
    if inner then
      check(name, member, inner, problems)
    else
      local meant = form.members and nearest(tostring(key), form.members)
      local hint = meant and ('did you mean %s?'):format(meant) or 'see :help statusd-setup'
      table.insert(problems, ('%s: there is no such option; %s'):format(name, hint))
    end
  end
  if form.needs and value[form.needs] == nil then
    table.insert(problems, ('%s: expected a member %s'):format(path, form.needs))
  end
end

function check(path, value, form, problems)
  local is_right, problem = validate(path, value, form[1])
  if not is_right then
    table.insert(problems, problem)
  elseif form.words and not vim.tbl_contains(form.words, value) then
    local expected = table.concat(form.words, ' or ')
    table.insert(problems, ('%s: expected %s, got %s'):format(path, expected, value))
  elseif type(value) == 'table' then
    check_members(path, value, form, problems)
  end
end

--- Options without those that are wrong, and a sentence about each of these.
---@param options any
---@return statusd.Options
---@return string[] problems
function M.checked(options)
  if type(options) ~= 'table' then
    return {}, { ('expected a table of options, got %s'):format(type(options)) }
  end
  local right, problems = {}, {}
  for name, value in pairs(options) do
    local before = #problems
    check_members('', { [name] = value }, OPTIONS, problems)
    if #problems == before then
      right[name] = value
    end
  end
  table.sort(problems)
  return right, problems
end

return M
