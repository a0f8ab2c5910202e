--- A part of the screen as lines. Each is `{ text, group?, option? }`: its highlight, and the button that it is.

local value = require('statusd.view.value')

local M = {}

local KEYS = { text = 'r again  s stop  p polling  <CR> option  q close', group = 'StatusdHint' }

local function heading(name, shown, is_open)
  local words = { name }
  table.insert(words, is_open and shown.age) -- Without a daemon it stands still.
  table.insert(words, shown.phase == 'stale' and 'old')
  if shown.polling and shown.polling.on then
    local next_poll = shown.polling.next and ', next ' .. shown.polling.next or ''
    table.insert(words, ('polled every %g s%s'):format(shown.polling.interval, next_poll))
  end
  if shown.spinner then
    local attempt = shown.attempt
    local is_repeated = attempt and attempt.number > 1
    table.insert(words, is_repeated and ('attempt %d of %d'):format(attempt.number, attempt.of) or 'fetching')
  end
  return { text = table.concat(vim.tbl_filter(function(word)
    return word
  end, words), ' · '), group = 'StatusdTitle' }
end

local function menu_lines(sections)
  local lines = {}
  for _, section in ipairs(sections) do
    table.insert(lines, { text = section.category, group = 'StatusdCategory' })
    for _, item in ipairs(section.items) do
      local spicy = item.spicy and ' (spicy)' or ''
      local name = item.name .. spicy
      -- By cells of the screen: letters may be several bytes.
      local gap = (' '):rep(math.max(1, 40 - vim.fn.strdisplaywidth(name)))
      table.insert(lines, { text = ('  %s%s%8.2f'):format(name, gap, item.price) })
    end
    table.insert(lines, { text = '' })
  end
  return lines
end

local function map_lines(items)
  return vim.tbl_map(function(item)
    return { text = ('%s  (%.4f, %.4f)'):format(item.label, item.location.latitude, item.location.longitude) }
  end, items)
end

---@param shown statusd.ScreenPart
local function content_lines(shown)
  local content = shown.content
  if not content then
    local placeholders = { loading = 'Loading …', blank = 'Nothing was fetched yet.' }
    return { placeholders[shown.phase] and { text = placeholders[shown.phase], group = 'StatusdHint' } }
  elseif content.items then
    return map_lines(content.items)
  elseif content.sections then
    local empty = { { text = 'The menu is empty.', group = 'StatusdHint' } }
    return content.isEmpty and empty or menu_lines(content.sections)
  end
  return value.lines(value.of(content))
end

--- A failure with its buttons.
---@param box statusd.ScreenBox
local function failure_lines(box)
  local lines = { { text = '' }, { text = box.title, group = 'StatusdFailure' } }
  for _, text in ipairs(vim.split(box.message, '\n', { plain = true })) do
    table.insert(lines, { text = text })
  end
  if box.countdown then
    table.insert(lines, { text = ('The server wants to be asked again in %d s.'):format(box.countdown) })
  end
  for _, button in ipairs(box.buttons) do
    table.insert(lines, {
      text = ('  [%s]%s'):format(button.title, button.running and ' …' or ''),
      group = button.enabled and 'StatusdOption' or 'StatusdHint',
      option = button.enabled and { failureId = box.failureId, optionId = button.id } or nil,
    })
  end
  return lines
end

--- The lines of a part of a screen.
---@param name string
---@param screen statusd.HeldScreen
---@param boxes statusd.ScreenBox[] The failures that are about it.
function M.lines(name, screen, boxes)
  local shown = screen.parts[name]
  local lines = { heading(name, shown, screen:is_open()), { text = '' } }
  vim.list_extend(lines, content_lines(shown))
  for _, box in ipairs(boxes) do
    vim.list_extend(lines, failure_lines(box))
  end
  if screen.notice then
    vim.list_extend(lines, { { text = '' }, { text = screen.notice, group = 'StatusdHint' } })
  end
  if not screen:is_open() then
    vim.list_extend(lines, { { text = '' }, { text = 'statusd does not run.', group = 'StatusdFailure' } })
  end
  return vim.list_extend(lines, { { text = '' }, KEYS })
end

return M
