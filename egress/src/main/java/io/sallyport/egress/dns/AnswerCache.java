package io.sallyport.egress.dns;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What was answered lately, the least recently used forgotten first. Confined to one event loop. */
final class AnswerCache {
    private final int maxNames;
    private final long maxTtlNanos;
    private final LongSupplier nanoClock;
    private final Map<String, Kept> entries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > maxNames;
        }
    };

    private record Kept(Resolution resolution, long expiresAt) {}

    AnswerCache(int maxNames, Duration maxTtl, LongSupplier nanoClock) {
        this.maxNames = maxNames;
        this.maxTtlNanos = maxTtl.toNanos();
        this.nanoClock = nanoClock;
    }

    @Nullable
    Resolution get(String name) {
        Kept entry = entries.get(name);
        if (entry == null) {
            return null;
        }
        if (entry.expiresAt() - nanoClock.getAsLong() <= 0) {
            entries.remove(name);
            return null;
        }
        return entry.resolution();
    }

    /** Remembers it for {@code ttl} seconds at most; not at all for 0, which a server uses to be asked each time. */
    void put(String name, NameLookup.Result result) {
        long nanos = Math.min(maxTtlNanos, seconds(result.ttl()));
        if (nanos > 0) {
            entries.put(name, new Kept(result.resolution(), nanoClock.getAsLong() + nanos));
        }
    }

    int size() {
        return entries.size();
    }

    private static long seconds(long ttl) {
        return Duration.ofSeconds(Math.min(ttl, Integer.MAX_VALUE)).toNanos();
    }
}
