--- Failures that have come up on the screen, each as one message.

local view = require('statusd.view')

local Announcements = {}
Announcements.__index = Announcements

---@param notify fun(message: string, level: integer)
function Announcements.new(notify)
  return setmetatable({ notify = notify, known = {} }, Announcements)
end

--- Every failure box of a screen, the alert first, with the name of its place.
---@return {name?: string, box: table}[]
function Announcements.boxes(screen, parts)
  local boxes = { screen.alert and { box = screen.alert } }
  for _, part in ipairs(parts) do
    local name = type(part) == 'string' and part or part.name
    local box = screen.resources[name] and screen.resources[name].failure
    table.insert(boxes, box and { name = name, box = box })
  end
  table.insert(boxes, screen.location.failure and { name = 'location', box = screen.location.failure })
  return boxes
end

--- Names each failure once. One that a window shows in the place of its value needs no message.
function Announcements:announce(screen)
  if not screen.connected then
    self.known = {} -- The next process counts its failures from 1 again.
    return
  end
  local names = vim.tbl_keys(screen.resources)
  table.sort(names)
  for _, each in ipairs(Announcements.boxes(screen, names)) do
    local id = each.box.failureId
    if not self.known[id] then
      self.known[id] = true
      if not (each.name and view.is_visible(each.name)) then
        local command = each.name and ':StatusdRecover ' .. each.name or ':StatusdRecover'
        self.notify(('%s (%s)'):format(each.box.title, command), vim.log.levels.WARN)
      end
    end
  end
end

return Announcements
