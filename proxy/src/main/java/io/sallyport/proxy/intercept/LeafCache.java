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

    /** A leaf that begins later than this before now is made anew: clocks of sandboxes differ from ours. */
    private static final Duration BEGUN_BEFORE = Certificates.BACKDATED.dividedBy(2);

    private final Cache<LeafName, LeafCertificate> leaves;
    private final InstantSource clock;

    LeafCache(int maxLeaves, InstantSource clock) {
        this.leaves = Caffeine.newBuilder()
                .maximumSize(maxLeaves)
                .executor(Runnable::run)
                .build();
        this.clock = clock;
    }

    /** A leaf that is good now and for some hours yet, under a CA that is good now; or null. */
    @Nullable
    LeafCertificate find(LeafName name) {
        LeafCertificate leaf = leaves.getIfPresent(name);
        if (leaf == null) {
            return null;
        }
        Instant now = clock.instant();
        boolean good = name.ca().isValidAt(now) && hasBegun(leaf, name.ca(), now) && !endsSoon(leaf, name.ca(), now);
        return good ? leaf : null;
    }

    void put(LeafName name, LeafCertificate leaf) {
        leaves.put(name, leaf);
    }

    void forget(SandboxId sandbox) {
        leaves.asMap().keySet().removeIf(name -> name.ca().sandbox().equals(sandbox));
    }

    /** A leaf that ends with its CA cannot be had any longer. */
    private static boolean endsSoon(LeafCertificate leaf, SandboxCa ca, Instant now) {
        Instant end = leaf.notAfter();
        boolean last = end.equals(ca.certificate().getNotAfter().toInstant());
        return last ? !now.isBefore(end) : now.isAfter(end.minus(RENEWED_BEFORE_END));
    }

    /**
     * Whether it has begun some time ago, as one that is made now has. One that has not was made under a clock that was
     * set back since.
     */
    private static boolean hasBegun(LeafCertificate leaf, SandboxCa ca, Instant now) {
        Instant begin = leaf.notBefore();
        boolean first = begin.equals(ca.certificate().getNotBefore().toInstant());
        return first ? !now.isBefore(begin) : !now.isBefore(begin.plus(BEGUN_BEFORE));
    }
}
