--- Where the daemon's machine is, as it moves.

local Locations = {}
Locations.__index = Locations

--- A subscription: `callback(failure, location)` is called with the present place and with every further one.
---
--- A failure of the location is a place too, with `failure` in it. `failure` as the first argument says that there
--- is no subscription. It goes on in the next process of a daemon that is started again.
---@param filter {min_interval?: number, min_distance?: number} Seconds, metres.
---@param forget fun(locations: table)
function Locations.new(filter, callback, forget)
  return setmetatable({
    params = { minInterval = filter.min_interval or 0, minDistance = filter.min_distance or 0 },
    callback = callback,
    forget = forget,
  }, Locations)
end

--- Ends the subscription: nothing comes after this.
function Locations:stop()
  if not self.is_stopped then
    self.is_stopped = true
    self.forget(self)
    self:_unsubscribe()
  end
end

-- For the client.

--- Subscribes in this process of the daemon.
function Locations:begin(connection)
  self.connection, self.id = connection, nil
  connection:call('subscribeLocation', self.params, function(failure, result)
    if failure then
      return self:_report(failure)
    end
    self.id = result.subscriptionId
    if self.is_stopped then
      self:_unsubscribe()
    end
    self:_report(nil, result.location)
  end)
end

--- A notification of any subscription.
---@param params statusd.LocationChanged
function Locations:take(params)
  if params.subscriptionId == self.id then
    self:_report(nil, params.location)
  end
end

function Locations:_report(failure, location)
  if not self.is_stopped then
    self.callback(failure, location)
  end
end

function Locations:_unsubscribe()
  if self.id then
    self.connection:call('unsubscribeLocation', { subscriptionId = self.id }, function() end)
  end
end

return Locations
