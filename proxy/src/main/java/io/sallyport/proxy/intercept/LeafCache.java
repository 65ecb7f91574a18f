package io.sallyport.proxy.intercept;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.model.SandboxId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Leaves by CA and name, bounded. Safe for concurrent use. */
final class LeafCache {
    /** A leaf that ends sooner is made anew: whoever checks it later than the handshake still finds it valid. */
    private static final Duration RENEWED_BEFORE_END = Duration.ofHours(6);

    private final Cache<LeafName, Leaf> leaves;
    private final InstantSource clock;

    LeafCache(int maxLeaves, InstantSource clock) {
        this.leaves = Caffeine.newBuilder()
                .maximumSize(maxLeaves)
                .executor(Runnable::run)
                .build();
        this.clock = clock;
    }

    /** A leaf that is good for some hours yet, or null. */
    @Nullable
    Leaf find(LeafName name) {
        Leaf leaf = leaves.getIfPresent(name);
        return leaf == null || endsSoon(leaf, name.ca()) ? null : leaf;
    }

    void put(LeafName name, Leaf leaf) {
        leaves.put(name, leaf);
    }

    void forget(SandboxId sandbox) {
        leaves.asMap().keySet().removeIf(name -> name.ca().sandbox().equals(sandbox));
    }

    /** A leaf that ends with its CA cannot be had any longer. */
    private boolean endsSoon(Leaf leaf, SandboxCa ca) {
        Instant end = leaf.notAfter();
        Instant now = clock.instant();
        boolean last = end.equals(ca.certificate().getNotAfter().toInstant());
        return last ? !now.isBefore(end) : now.isAfter(end.minus(RENEWED_BEFORE_END));
    }
}
