package io.sallyport.decision;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import org.jspecify.annotations.Nullable;

/**
 * Decisions by request, bounded by an estimate of their bytes. Nothing is held before the first is kept. Safe for
 * concurrent use.
 */
final class RememberedDecisions {
    private final int maxBytes;
    private volatile @Nullable Cache<CanonicalRequest, Decision> cache;

    RememberedDecisions(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Nullable
    Decision find(CanonicalRequest request) {
        Cache<CanonicalRequest, Decision> made = cache;
        return made == null ? null : made.getIfPresent(request);
    }

    void keep(CanonicalRequest request, Decision decision) {
        if (maxBytes > 0 && Weight.of(request, decision) <= maxBytes) {
            made().put(request, decision);
        }
    }

    private Cache<CanonicalRequest, Decision> made() {
        Cache<CanonicalRequest, Decision> made = cache;
        return made != null ? made : make();
    }

    private synchronized Cache<CanonicalRequest, Decision> make() {
        Cache<CanonicalRequest, Decision> made = cache;
        if (made == null) {
            made = Caffeine.newBuilder()
                    .maximumWeight(maxBytes)
                    .weigher(Weight::of)
                    .executor(Runnable::run)
                    .build();
            cache = made;
        }
        return made;
    }

    /** Estimated bytes of what is kept now, after evictions that are due. */
    long bytes() {
        Cache<CanonicalRequest, Decision> made = cache;
        if (made == null) {
            return 0;
        }
        made.cleanUp();
        return made.policy()
                .eviction()
                .map(eviction -> eviction.weightedSize().orElse(0))
                .orElse(0L);
    }
}
