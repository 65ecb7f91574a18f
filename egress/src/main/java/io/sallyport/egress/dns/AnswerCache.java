package io.sallyport.egress.dns;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Recent answers, each kept for its time to live; names that are asked for often stay longest. Safe for concurrent use.
 */
final class AnswerCache {
    private final Duration maxTtl;
    private final Cache<String, Answer> answers;

    private record Answer(Resolution resolution, Duration life) {}

    AnswerCache(int maxNames, Duration maxTtl, LongSupplier nanoClock) {
        this.maxTtl = maxTtl;
        this.answers = Caffeine.newBuilder()
                .maximumSize(maxNames)
                .expireAfter(Expiry.writing((String _, Answer answer) -> answer.life()))
                .ticker(nanoClock::getAsLong)
                .executor(Runnable::run)
                .build();
    }

    @Nullable
    Resolution get(String name) {
        Answer answer = answers.getIfPresent(name);
        return answer == null ? null : answer.resolution();
    }

    /**
     * Caches the result, at most for its time to live. A time to live of 0, with which a server asks to be queried each
     * time, is not cached.
     */
    void put(String name, NameLookup.Result result) {
        Duration ttl = Duration.ofSeconds(Math.min(result.ttl(), Integer.MAX_VALUE));
        Duration life = ttl.compareTo(maxTtl) < 0 ? ttl : maxTtl;
        if (life.isPositive()) {
            answers.put(name, new Answer(result.resolution(), life));
        }
    }

    int size() {
        answers.cleanUp();
        return (int) answers.estimatedSize();
    }
}
