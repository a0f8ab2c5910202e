--- The items of a fleet's map: who carries what, in which vehicle.
---
--- Both sides of a join may name the other, and either may leave it out. An item's own id counts first, then that
--- of an item which names it. An id that leads nowhere joins nothing, and a delivered package is carried by nobody.

--- The entities by what `member` of them says; of two, the first counts.
local function index(entities, member)
  local found = {}
  for _, each in ipairs(entities) do
    if each[member] and not found[each[member]] then
      found[each[member]] = each
    end
  end
  return found
end

--- The three lists of a fleet, looked up by id.
local Joins = {}
Joins.__index = Joins

function Joins.new(fleet)
  local carried = vim.tbl_filter(function(each)
    return not each.delivered
  end, fleet.packages)
  return setmetatable({
    couriers = index(fleet.couriers, 'id'),
    couriers_naming = {
      packageId = index(fleet.couriers, 'packageId'),
      vehicleId = index(fleet.couriers, 'vehicleId'),
    },
    packages = index(carried, 'id'),
    packages_naming = index(carried, 'courierId'),
    vehicles = index(fleet.vehicles, 'id'),
    vehicles_naming = index(fleet.vehicles, 'courierId'),
  }, Joins)
end

function Joins:package_of(courier)
  return courier and (self.packages[courier.packageId or 0] or self.packages_naming[courier.id])
end

function Joins:vehicle_of(courier)
  return courier and (self.vehicles[courier.vehicleId or 0] or self.vehicles_naming[courier.id])
end

--- The courier of a package or a vehicle; `member` is where couriers name one.
function Joins:courier_of(entity, member)
  return self.couriers[entity.courierId or 0] or self.couriers_naming[member][entity.id]
end

local function words(before, name)
  return name and before .. name or ''
end

local function id_of(entity)
  return entity and entity.id
end

local function courier_item(courier, joins)
  local package, vehicle = joins:package_of(courier), joins:vehicle_of(courier)
  return {
    kind = 'courier', id = courier.id, title = courier.name, location = courier.location,
    label = courier.name .. words(' carries ', id_of(package)) .. words(' in ', vehicle and vehicle.name),
    packageId = id_of(package), vehicleId = id_of(vehicle),
  }
end

local function package_label(package, courier, vehicle)
  if package.delivered then
    return package.id .. ' is delivered'
  elseif not courier then
    return package.id .. ' waits'
  end
  return package.id .. ' is carried by ' .. courier.name .. words(' in ', vehicle and vehicle.name)
end

local function package_item(package, joins)
  local courier = not package.delivered and joins:courier_of(package, 'packageId') or nil
  local vehicle = joins:vehicle_of(courier)
  return {
    kind = 'package', id = package.id, title = package.id, location = package.location,
    label = package_label(package, courier, vehicle),
    delivered = package.delivered, destination = package.destination,
    courierId = id_of(courier), vehicleId = id_of(vehicle),
  }
end

local function vehicle_item(vehicle, joins)
  local courier = joins:courier_of(vehicle, 'vehicleId')
  local package = joins:package_of(courier)
  return {
    kind = 'vehicle', id = vehicle.id, title = vehicle.name, location = vehicle.location,
    label = vehicle.name .. words(' is driven by ', courier and courier.name) .. words(' with ', id_of(package)),
    courierId = id_of(courier), packageId = id_of(package),
  }
end

local M = {}

---@class statusd.MapItem
---@field kind "central"|"courier"|"package"|"vehicle"
---@field id string
---@field title string A name, for a pin.
---@field label string What it is joined with, as a sentence.
---@field location statusd.Coordinate
---@field courierId? string
---@field packageId? string
---@field vehicleId? string
---@field delivered? boolean
---@field destination? statusd.Coordinate

--- The central, the couriers, the packages, the vehicles, in the daemon's order.
---@param fleet statusd.FleetValue
---@return statusd.MapItem[]
function M.map_items(fleet)
  local joins = Joins.new(fleet)
  local items = { { kind = 'central', id = 'central', title = 'Central', label = 'Central', location = fleet.central } }
  local function add(entities, item)
    for _, entity in ipairs(entities) do
      table.insert(items, item(entity, joins))
    end
  end
  add(fleet.couriers, courier_item)
  add(fleet.packages, package_item)
  add(fleet.vehicles, vehicle_item)
  return items
end

return M
