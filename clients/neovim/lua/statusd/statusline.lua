--- What is shown, in one line.

local value_in = require('statusd.view.value').of

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
  local value = value_in(content)
  return type(value) == 'table' and 'there' or value == vim.NIL and 'null' or tostring(value)
end

local function value_of(content)
  if content.items then
    return content
  end
  return content.sections and { sections = content.sections } or value_in(content)
end

---@param shown statusd.ScreenPart
local function of_resource(name, shown, text_of)
  local text = '…'
  if shown.content then
    -- A function of the user's must not spoil every redraw.
    local is_done, said = pcall(text_of or words, text_of and value_of(shown.content) or shown.content)
    text = tostring(said) .. (is_done and shown.phase == 'stale' and ' (old)' or '')
  end
  if shown.failure then
    text = shown.content and text .. ', ' .. shown.failure.title or shown.failure.title
  end
  return ('%s: %s%s'):format(name, text, shown.content and shown.spinner and ' …' or '')
end

local function of_location(shown)
  local text = '…'
  if shown.coordinate then
    text = ('%.4f, %.4f'):format(shown.coordinate.latitude, shown.coordinate.longitude)
    text = text .. (shown.phase == 'stale' and ' (old)' or '')
  end
  return 'location: ' .. (shown.failure and shown.failure.title or text)
end

--- One line about some of what is shown; all of the editor's resources without names. What nobody has asked for is
--- left out.
---@param live table|nil
---@param texts table<string, fun(value: any): string> How `setup` words the values of some parts.
---@param names? string[]
function M.text(live, texts, names)
  local main = live and live.main
  if not main then
    return ''
  end
  local words_of = {}
  for _, name in ipairs(names or live.names) do
    local _, part = live:find(name)
    if part and part.phase ~= 'blank' then
      table.insert(words_of, of_resource(name, part, texts[name]))
    end
  end
  if main.location and main.location.on and (not names or vim.tbl_contains(names, 'location')) then
    table.insert(words_of, of_location(main.location))
  end
  for _, screen in ipairs(live:screens()) do
    table.insert(words_of, screen.alert and '! ' .. screen.alert.title)
  end
  return table.concat(words_of, '  ')
end

return M
