package io.sallyport.decision;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Question;
import org.jspecify.annotations.Nullable;

/**
 * Decisions by request and by action, bounded by an estimate of their bytes. One that was made without coming to the
 * query stands for every query: it is kept under the request without one. Nothing is held before the first is kept.
 * Safe for concurrent use.
 */
final class RememberedDecisions {
    private final int maxBytes;
    private volatile @Nullable Cache<Question, Remembered> cache;

    private record Remembered(Decision decision, boolean anyQuery) {}

    RememberedDecisions(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Nullable
    Decision find(CanonicalRequest request) {
        Cache<Question, Remembered> made = cache;
        return made == null ? null : find(made, request);
    }

    /** The request is its own probe, and so is what it holds of itself: a look-up makes nothing. */
    @SuppressWarnings("ReferenceEquality") // a request without a query is its own withoutQuery
    private static @Nullable Decision find(Cache<Question, Remembered> made, CanonicalRequest request) {
        CanonicalRequest shared = request.withoutQuery();
        Remembered found = made.getIfPresent(shared);
        if (shared != request && (found == null || !found.anyQuery)) {
            found = made.getIfPresent(request);
        }
        return found == null ? null : found.decision;
    }

    /** What is remembered of an action. */
    @Nullable
    Decision find(CanonicalAction action) {
        Cache<Question, Remembered> made = cache;
        Remembered found = made == null ? null : made.getIfPresent(action);
        return found == null ? null : found.decision;
    }

    void keep(CanonicalAction action, Decision decision) {
        keepUnder(action, decision, true);
    }

    /** @param anyQuery whether the decision was made without coming to the query */
    void keep(CanonicalRequest request, Decision decision, boolean anyQuery) {
        keepUnder(anyQuery ? request.withoutQuery() : request, decision, anyQuery);
    }

    private void keepUnder(Question key, Decision decision, boolean anyQuery) {
        if (maxBytes > 0 && DecisionWeight.of(key, decision) <= maxBytes) {
            made().put(key, new Remembered(decision, anyQuery));
        }
    }

    private Cache<Question, Remembered> made() {
        Cache<Question, Remembered> made = cache;
        return made != null ? made : make();
    }

    private synchronized Cache<Question, Remembered> make() {
        Cache<Question, Remembered> made = cache;
        if (made == null) {
            made = Caffeine.newBuilder()
                    .maximumWeight(maxBytes)
                    .weigher((Question key, Remembered kept) -> DecisionWeight.of(key, kept.decision))
                    .executor(Runnable::run)
                    .build();
            cache = made;
        }
        return made;
    }

    /** Estimated bytes of what is kept now, after evictions that are due. */
    long bytes() {
        Cache<Question, Remembered> made = cache;
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
