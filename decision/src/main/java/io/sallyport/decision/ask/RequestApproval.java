package io.sallyport.decision.ask;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Sha256;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A person's approval of one exact request, for a number of uses. It lifts the rules that asked, and no others. Safe
 * for concurrent use.
 */
public final class RequestApproval {
    /** The rule that lets a tunnel be opened, inside of which a person is asked about each request. */
    public static final String INSIDE = "ask";

    private final String askId;
    private final CanonicalRequest request;
    private final @Nullable Sha256 body;
    private final Set<String> rules;
    private final Instant expiresAt;
    private final AtomicInteger uses;

    /**
     * @param askId the ask that it answers
     * @param body digest of the body that the rules read; null if they read none
     * @param rules what was asked about
     * @param uses above zero
     */
    RequestApproval(
            String askId,
            CanonicalRequest request,
            @Nullable Sha256 body,
            Set<String> rules,
            Instant expiresAt,
            int uses) {
        this.askId = askId;
        this.request = request;
        this.body = body;
        this.rules = Set.copyOf(rules);
        this.expiresAt = expiresAt;
        this.uses = new AtomicInteger(uses);
    }

    /** Returns what a person is asked about: the rules that deny, in order. */
    public static Set<String> asked(Decision.Deny deny) {
        var names = new LinkedHashSet<String>();
        deny.denies().forEach(rule -> names.add(rule.rule()));
        return names;
    }

    /** Returns the rule that decides a request by this approval, such as {@code ask:01J...}. */
    public String rule() {
        return rule(askId);
    }

    /** Returns the same of the ask with that id. */
    public static String rule(String askId) {
        return "ask:" + askId;
    }

    /** Returns whether it covers that request where {@code deny} asks. */
    public boolean covers(CanonicalRequest other, @Nullable Sha256 otherBody, Decision.Deny deny) {
        return request.equals(other)
                && (body == null ? otherBody == null : body.equals(otherBody))
                && rules.containsAll(asked(deny));
    }

    boolean isOver(Instant now) {
        return uses.get() <= 0 || !now.isBefore(expiresAt);
    }

    /** Takes one use; false if none is left. */
    public boolean take() {
        return uses.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }
}
