-- Hands out a slice of a counter, and takes back what is not needed of one.
-- KEYS: state, the counter, and those of the ancestors, nearest first
-- ARGV: run of the server, gateway, process, handed out and given back as the process knows them,
--       what was charged beyond that, what is needed, the share of what is left in 1/1000, and of what it is a multiple
-- Answers: word, handed out in all to this process, left. Amounts are whole units below 2^53.
if redis.call('HGET', KEYS[1], 'run') ~= ARGV[1] or redis.call('HGET', KEYS[1], 'phase') ~= 'open' then
  return {'closed', '0', '0'}
end
local counters = {}
for i = 2, #KEYS do
  local v = redis.call('HMGET', KEYS[i], 'granted', 'used', 'set_aside')
  if not v[1] then
    return {'unknown', '0', '0'}
  end
  counters[i - 1] = {granted = tonumber(v[1]), used = tonumber(v[2] or '0'), aside = tonumber(v[3] or '0')}
end
local process = ARGV[3]
local kept = redis.call('HMGET', KEYS[2], 'out:' .. process, 'back:' .. process)
if not kept[1] and redis.call('HLEN', KEYS[2]) > 4096 then
  return {'full', '0', '0'}
end
local out = tonumber(kept[1] or '0')
local back = tonumber(kept[2] or '0')
local known = tonumber(ARGV[4])
if out < known then
  return {'unknown', '0', '0'}
end
local charged = 0
local function positive(x)
  if x > 0 then return x else return 0 end
end
-- Charges all counters; what an ancestor has set aside for a counter shrinks with what that has left.
local function charge(amount)
  local freed = 0
  for i, c in ipairs(counters) do
    c.aside = c.aside + freed
    local before = positive(c.granted - c.used)
    c.used = c.used + amount
    freed = positive(c.granted - c.used) - before
  end
  charged = charged + amount
end
local function left()
  local least = counters[1].granted - counters[1].used - counters[1].aside
  for i = 2, #counters do
    least = math.min(least, counters[i].granted - counters[i].used)
  end
  return positive(least)
end
local returned = tonumber(ARGV[5])
if returned > back then
  charge(back - returned)
  back = returned
end
-- What an earlier answer that was lost has handed out covers what is asked for now.
local lost = out - known
local beyond = tonumber(ARGV[6])
local need = tonumber(ARGV[7])
local forced = positive(beyond - lost)
need = positive(need - positive(lost - beyond))
charge(forced)
local step = tonumber(ARGV[9])
local ahead = math.floor(left() * tonumber(ARGV[8]) / 1000 / step) * step
local given = math.min(left(), math.max(need, ahead))
charge(given)
out = out + forced + given
local function text(x) return string.format('%.0f', x) end
if charged ~= 0 then
  for i, c in ipairs(counters) do
    redis.call('HSET', KEYS[i + 1], 'used', text(c.used), 'set_aside', text(c.aside))
    redis.call('HINCRBY', KEYS[i + 1], 'by:' .. ARGV[2], text(charged))
  end
end
redis.call('HSET', KEYS[2], 'out:' .. process, text(out), 'back:' .. process, text(back))
return {'ok', text(out), text(left())}
