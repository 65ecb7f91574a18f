package io.sallyport.decision;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One policy of one sandbox, whole: what was compiled, what it remembers, and under which generation it is in force.
 * Immutable but for the remembered decisions, which are a function of the key. Safe for concurrent use.
 */
public final class PolicySnapshot {
    private final SandboxFacts facts;
    private final long generation;
    private final String digest;
    private final @Nullable Instant expiresAt;
    private final List<String> allowed;
    private final Judge judge;

    /**
     * A snapshot with nothing remembered yet.
     *
     * @param generation rises with each change of the sandbox's policy, over restarts too
     * @param digest lower-case hex SHA-256 of what was compiled
     * @param expiresAt the instant at which every grant ends, or null
     * @param allowed the patterns that are granted, as written, for people
     */
    public PolicySnapshot(
            SandboxFacts facts,
            long generation,
            String digest,
            @Nullable Instant expiresAt,
            List<String> allowed,
            Judge judge) {
        this.facts = facts;
        this.generation = generation;
        this.digest = digest;
        this.expiresAt = expiresAt;
        this.allowed = List.copyOf(allowed);
        this.judge = judge;
    }

    /** The verdict on {@code request}: remembered, or judged now and remembered. Returns at once. */
    public Decision decide(CanonicalRequest request) {
        return judge.decide(request);
    }

    /** At most {@code limit} granted patterns, those nearest to {@code request} first; for refusals, not for verdicts. */
    public List<String> nearest(CanonicalRequest request, int limit) {
        return allowed.subList(0, Math.min(limit, allowed.size()));
    }

    public SandboxFacts facts() {
        return facts;
    }

    public long generation() {
        return generation;
    }

    public String digest() {
        return digest;
    }

    public @Nullable Instant expiresAt() {
        return expiresAt;
    }
}
