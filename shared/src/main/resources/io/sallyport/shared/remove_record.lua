-- Says that a record is gone, to all gateways, and keeps that up to which generation.
-- KEYS: state, the record, changes, gateways, the channel, those that are gone
-- ARGV: mode (now, again), process, name, generation, milliseconds for which a gateway counts as there, how many of
--       those that are gone are kept, and the beginning of the keys of records
-- now ends whatever there is; again repeats an end, which leaves later generations alone.
-- Answers: ok, generation up to which it is gone, gateways; or newer, the generation that is there.
local kept = redis.call('HMGET', KEYS[2], 'generation', 'mark')
local there = tonumber(kept[1] or '0')
local generation = tonumber(ARGV[4])
if ARGV[1] == 'again' and there > generation then
  return {'newer', kept[1]}
end
generation = math.max(there, generation)
local text = string.format('%.0f', generation)
if kept[2] or there < generation then
  local number = redis.call('HINCRBY', KEYS[1], 'changes', 1)
  redis.call('HDEL', KEYS[2], 'mark', 'sealed')
  redis.call('HSET', KEYS[2], 'generation', text)
  redis.call('ZADD', KEYS[3], number, ARGV[3])
  redis.call('ZADD', KEYS[6], number, ARGV[3])
  redis.call('PUBLISH', KEYS[5], number .. ' ' .. ARGV[2] .. ' ' .. text .. ' gone ' .. ARGV[3])
  local over = redis.call('ZCARD', KEYS[6]) - tonumber(ARGV[6])
  if over > 0 then
    for _, name in ipairs(redis.call('ZRANGE', KEYS[6], 0, over - 1)) do
      redis.call('ZREM', KEYS[6], name)
      if not redis.call('HGET', ARGV[7] .. name, 'mark') then
        redis.call('ZREM', KEYS[3], name)
        redis.call('DEL', ARGV[7] .. name)
      end
    end
  end
end
local time = redis.call('TIME')
local since = time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(ARGV[5])
local gateways = 0
for _, said in ipairs(redis.call('HVALS', KEYS[4])) do
  if tonumber(string.match(said, '(%d+)$')) >= since then
    gateways = gateways + 1
  end
end
return {'ok', text, tostring(gateways)}
