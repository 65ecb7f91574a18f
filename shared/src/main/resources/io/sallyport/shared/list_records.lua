-- Lists which records changed after a change, in order of their last change.
-- KEYS: changes
-- ARGV: number of that change, how many at most, the beginning of the keys of records
-- Answers: of each its number, generation, mark (empty: gone), and name.
local all = {}
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
for i = 1, #found, 2 do
  local kept = redis.call('HMGET', ARGV[3] .. found[i], 'generation', 'mark')
  all[#all + 1] = found[i + 1]
  all[#all + 1] = kept[1] or '0'
  all[#all + 1] = kept[2] or ''
  all[#all + 1] = found[i]
end
return all
