-- Says what a lease names for a counter, and what this gateway knows to be charged to it.
-- KEYS: state, the counter, and that of the nearest ancestor if there is one
-- ARGV: run of the server, mode (put, assert, drop, end), what is granted, gateway, process,
--       charged by the gateway at least, handed out to the process and given back by it
-- put sets what is granted; assert repeats it: after a roll call began the first counts, and then the least; drop takes away what is left; end forgets it.
if redis.call('HGET', KEYS[1], 'run') ~= ARGV[1] then
  return {'closed'}
end
local v = redis.call('HMGET', KEYS[2], 'granted', 'used', 'by:' .. ARGV[4], 'out:' .. ARGV[5], 'back:' .. ARGV[5],
  'said')
local mode = ARGV[2]
local used = tonumber(v[2] or '0')
local granted = tonumber(v[1] or '0')
local function positive(x)
  if x > 0 then return x else return 0 end
end
local function text(x) return string.format('%.0f', x) end
if not v[1] and (mode == 'drop' or mode == 'end') then
  return {'ok'}
end
local before = positive(granted - used)
local more = positive(tonumber(ARGV[6]) - tonumber(v[3] or '0'))
used = used + more
if mode == 'put' or not v[1] or (mode == 'assert' and v[6] ~= ARGV[1]) then
  granted = tonumber(ARGV[3])
elseif mode == 'assert' then
  if redis.call('HGET', KEYS[1], 'phase') == 'roll' then
    granted = math.min(granted, tonumber(ARGV[3]))
  end
else
  granted = used
end
if KEYS[3] then
  redis.call('HINCRBY', KEYS[3], 'set_aside', text(positive(granted - used) - before))
end
if mode == 'end' then
  redis.call('DEL', KEYS[2])
  return {'ok'}
end
redis.call('HSET', KEYS[2], 'granted', text(granted), 'used', text(used), 'said', ARGV[1])
if more > 0 then
  redis.call('HINCRBY', KEYS[2], 'by:' .. ARGV[4], text(more))
end
redis.call('HSET', KEYS[2],
  'out:' .. ARGV[5], text(math.max(tonumber(v[4] or '0'), tonumber(ARGV[7]))),
  'back:' .. ARGV[5], text(math.max(tonumber(v[5] or '0'), tonumber(ARGV[8]))))
return {'ok'}
