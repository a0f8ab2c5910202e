--- Failures and notices that have come up on the screens, each as one message.

local view = require('statusd.view')

local Announcements = {}
Announcements.__index = Announcements

---@param notify fun(message: string, level?: integer)
function Announcements.new(notify)
  return setmetatable({ notify = notify, known = {}, notices = {} }, Announcements)
end

--- Every failure that is shown, in order, the alerts first, with its screen and the name of its place.
---@return {name?: string, box: statusd.ScreenBox, screen: statusd.HeldScreen}[]
function Announcements.boxes(live)
  local alerts, inline = {}, {}
  for _, screen in ipairs(live:screens()) do
    table.insert(alerts, screen.alert and { box = screen.alert, screen = screen })
    for _, name in ipairs(screen == live.main and live.names or vim.tbl_keys(screen.parts)) do
      local box = screen.parts[name] and screen.parts[name].failure
      table.insert(inline, box and { name = name, box = box, screen = screen })
    end
    local box = screen.location and screen.location.failure
    table.insert(inline, box and { name = 'location', box = box, screen = screen })
  end
  return vim.list_extend(alerts, inline)
end

--- Names each failure once. One that a window shows in the place of its value needs no message.
function Announcements:announce(live)
  if not live:is_open() then
    self.known = {} -- The next process counts its failures from 1 again.
    return
  end
  for _, each in ipairs(Announcements.boxes(live)) do
    local id = each.box.failureId
    if not self.known[id] then
      self.known[id] = true
      if not (each.name and view.is_visible(each.name)) then
        local command = each.name and ':StatusdRecover ' .. each.name or ':StatusdRecover'
        self.notify(('%s (%s)'):format(each.box.title, command), vim.log.levels.WARN)
      end
    end
  end
  for _, screen in ipairs(live:screens()) do
    local is_seen = #vim.tbl_filter(view.is_visible, vim.tbl_keys(screen.parts)) > 0
    if screen.notice and screen.notice ~= self.notices[screen] and not is_seen then
      self.notify(screen.notice)
    end
    self.notices[screen] = screen.notice
  end
end

return Announcements
