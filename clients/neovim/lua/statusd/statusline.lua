--- The screen in one line.

local M = {}

--- A value in few words, by its shape.
local function words(content)
  if content.items then
    return ('%d on the map'):format(#content.items)
  elseif content.sections then
    local count = 0
    for _, section in ipairs(content.sections) do
      count = count + #section.items
    end
    return ('%d items'):format(count)
  end
  local value = content.value
  return type(value) == 'table' and 'there' or value == vim.NIL and 'null' or tostring(value)
end

local function value_of(content)
  if content.items then
    return content
  end
  return content.sections and { sections = content.sections } or content.value
end

local function of_resource(part, shown)
  local text = '…'
  if shown.content then
    -- A function of the user's must not spoil every redraw.
    local is_done, said = pcall(part.text or words, part.text and value_of(shown.content) or shown.content)
    text = tostring(said) .. (is_done and shown.phase == 'stale' and ' (old)' or '')
  end
  if shown.failure then
    text = shown.content and text .. ', ' .. shown.failure.title or shown.failure.title
  end
  return ('%s: %s%s'):format(part.name, text, shown.content and shown.spinner and ' …' or '')
end

local function of_location(shown)
  local text = '…'
  if shown.coordinate then
    text = ('%.4f, %.4f'):format(shown.coordinate.latitude, shown.coordinate.longitude)
    text = text .. (shown.phase == 'stale' and ' (old)' or '')
  end
  return 'location: ' .. (shown.failure and shown.failure.title or text)
end

--- One line about some parts of the screen. What nobody has asked for is left out.
---@param screen table|nil
---@param parts (string|statusd.ShownPart)[]
---@param names? string[]
function M.text(screen, parts, names)
  if not screen then
    return ''
  end
  local texts = {}
  for _, each in ipairs(parts) do
    local part = type(each) == 'string' and { name = each } or each
    local shown = screen.resources[part.name]
    if shown and shown.phase ~= 'blank' and (not names or vim.tbl_contains(names, part.name)) then
      table.insert(texts, of_resource(part, shown))
    end
  end
  if screen.location.on and (not names or vim.tbl_contains(names, 'location')) then
    table.insert(texts, of_location(screen.location))
  end
  table.insert(texts, screen.alert and '! ' .. screen.alert.title)
  return table.concat(texts, '  ')
end

return M
