-- Takes the next generation of a record, and tells all gateways. Of two gateways that change the same one, the first
-- wins; the other one reads what is there.
-- KEYS: state, the record, changes, gateways, the channel
-- ARGV: run of the server, mode (next, again), process, name, generation, the one that it follows (0: none), mark,
--       what is sealed, milliseconds for which a gateway counts as there
-- next waits until the roll call is over; again says what a gateway has, which counts where it is newer.
-- Answers: ok, number of the change, gateways; or newer, the generation that is there; or closed.
local phase = redis.call('HMGET', KEYS[1], 'run', 'phase')
if phase[1] ~= ARGV[1] or (ARGV[2] == 'next' and phase[2] ~= 'open') then
  return {'closed'}
end
local kept = redis.call('HMGET', KEYS[2], 'generation', 'mark')
local there = tonumber(kept[1] or '0')
local follows = kept[2] and there or 0
local isNext = tonumber(ARGV[6]) == follows or not kept[1]
if tonumber(ARGV[5]) <= there or (ARGV[2] == 'next' and not isNext) then
  return {'newer', kept[1] or '0'}
end
local number = redis.call('HINCRBY', KEYS[1], 'changes', 1)
redis.call('HSET', KEYS[2], 'generation', ARGV[5], 'mark', ARGV[7], 'sealed', ARGV[8])
redis.call('ZADD', KEYS[3], number, ARGV[4])
redis.call('PUBLISH', KEYS[5], number .. ' ' .. ARGV[3] .. ' ' .. ARGV[5] .. ' live ' .. ARGV[4])
local time = redis.call('TIME')
local since = time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(ARGV[9])
local gateways = 0
for _, said in ipairs(redis.call('HVALS', KEYS[4])) do
  if tonumber(string.match(said, '(%d+)$')) >= since then
    gateways = gateways + 1
  end
end
return {'ok', tostring(number), tostring(gateways)}
