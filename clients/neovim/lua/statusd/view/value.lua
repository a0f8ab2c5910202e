--- A value of any shape as lines: a table where it is one, else a tree.

local M = {}

--- Cells of the screen: what is longer is cut.
local WIDEST = 40

local function is_list(value)
  return value[1] ~= nil or getmetatable(value) ~= getmetatable(vim.empty_dict()) and vim.tbl_isempty(value)
end

--- What has no parts, as text; nil for what has.
local function scalar(value)
  if type(value) == 'table' then
    return vim.tbl_isempty(value) and (is_list(value) and '[]' or '{}') or nil
  elseif value == vim.NIL then
    return 'null'
  elseif type(value) == 'string' and (value == '' or value:find('%c')) then
    return vim.json.encode(value)
  end
  return tostring(value)
end

local function keys_of(value)
  local keys = vim.tbl_keys(value)
  table.sort(keys)
  return keys
end

local function add(lines, text)
  table.insert(lines, { text = text })
end

-- A tree

local function branches(value, indent, lines)
  for _, key in ipairs(keys_of(value)) do
    local text, first = scalar(value[key]), #lines + 1
    local head = indent .. (is_list(value) and '-' or key .. ':')
    if text or not is_list(value) then
      add(lines, head .. (text and ' ' .. text or ''))
    end
    if not text then
      branches(value[key], indent .. '  ', lines)
    end
    if is_list(value) then
      lines[first].text = head .. lines[first].text:sub(#head + 1) -- The first of its members stands behind the dash.
    end
  end
  return lines
end

-- A table

--- The members of the rows of a table; nil where the value is none.
local function columns_of(value)
  local columns = {}
  for _, row in ipairs(is_list(value) and value or {}) do
    if type(row) ~= 'table' or is_list(row) then
      return nil
    end
    for key, cell in pairs(row) do
      if not scalar(cell) then
        return nil
      end
      columns[key] = math.min(WIDEST, math.max(columns[key] or vim.fn.strdisplaywidth(key),
        vim.fn.strdisplaywidth(scalar(cell))))
    end
  end
  return not vim.tbl_isempty(columns) and columns or nil
end

--- Letters may be several bytes, and wide.
local function cell_of(text, width)
  local letters = width
  while vim.fn.strdisplaywidth(text) > width do
    letters = letters - 1
    text = vim.fn.strcharpart(text, 0, letters) .. '…'
  end
  return text .. (' '):rep(width - vim.fn.strdisplaywidth(text))
end

local function line_of(columns, text_of)
  return (table.concat(vim.tbl_map(function(key)
    return cell_of(text_of(key), columns[key])
  end, keys_of(columns)), '  '):gsub('%s+$', ''))
end

local function rows(value, columns)
  local lines = { { text = line_of(columns, function(key)
    return key
  end), group = 'StatusdCategory' } }
  for _, row in ipairs(value) do
    add(lines, line_of(columns, function(key)
      return row[key] ~= nil and scalar(row[key]) or ''
    end))
  end
  return lines
end

--- The value in a content of any form: one that is not known is shown as it is.
function M.of(content)
  return content.value == nil and content or content.value
end

--- The lines of what `lines` and `text` give, of a table, of a tree.
---@param value any
function M.lines(value)
  local lines = {}
  if type(value) == 'string' then
    for _, line in ipairs(vim.split(value, '\n', { plain = true })) do
      add(lines, line)
    end
    return lines
  elseif scalar(value) then
    return { { text = scalar(value) } }
  end
  local columns = columns_of(value)
  if columns then
    return rows(value, columns)
  end
  local is_text = is_list(value) and #vim.tbl_filter(function(each)
    return type(each) ~= 'string'
  end, value) == 0
  for _, line in ipairs(is_text and value or {}) do
    add(lines, line)
  end
  return is_text and lines or branches(value, '', lines)
end

return M
