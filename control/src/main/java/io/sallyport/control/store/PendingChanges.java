package io.sallyport.control.store;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.PendingChange;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The changes of the guardrails that wait for approval. Expired ones are not among them. Read by any thread; written by
 * one at a time.
 */
public final class PendingChanges {
    /** Limit of the texts of all changes, in chars. */
    public static final long MAX_CHARS = 16 * 1024 * 1024;

    private final ApprovalRules rules;
    private final InstantSource wall;
    private volatile List<PendingChange> changes = List.of();

    public PendingChanges(ApprovalRules rules, InstantSource wall) {
        this.rules = rules;
        this.wall = wall;
    }

    /** Returns whether a change has to wait at all. */
    public boolean areNeeded() {
        return rules.needed();
    }

    /** Returns the changes that wait, the oldest first. */
    public List<PendingChange> list() {
        long now = wall.millis();
        return changes.stream().filter(change -> change.expiresMillis() > now).toList();
    }

    public @Nullable PendingChange find(String id) {
        return list().stream()
                .filter(change -> change.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns why one change more with {@code set} cannot wait, or null.
     *
     * @param inForce the tag of the guardrails in force; changes for others make room
     */
    public @Nullable String full(GuardrailsView set, String inForce) {
        List<PendingChange> waiting = current(inForce);
        long chars = Stream.concat(waiting.stream().map(PendingChange::set), Stream.of(set))
                .mapToLong(GuardrailsView::chars)
                .sum();
        if (waiting.size() >= rules.maxPending()) {
            return waiting.size() + " changes wait for approval already (at most " + rules.maxPending() + ")";
        }
        return chars > MAX_CHARS
                ? "the changes that wait for approval would have " + chars + " chars (at most " + MAX_CHARS + ")"
                : null;
    }

    /**
     * Lets a change wait.
     *
     * @param base the tag of the guardrails in force
     */
    public PendingChange add(GuardrailsView set, String base, ChangeOrigin origin, boolean promotes) {
        long now = wall.millis();
        PendingChange added = StateForms.identified(new PendingChange(
                "", set, base, origin, promotes, now, now + rules.expiry().toMillis()));
        changes = Stream.concat(
                        current(base).stream().filter(change -> !change.id().equals(added.id())), Stream.of(added))
                .toList();
        return added;
    }

    /** Returns the changes that can still come into force. */
    private List<PendingChange> current(String inForce) {
        return list().stream().filter(change -> change.base().equals(inForce)).toList();
    }

    public void remove(PendingChange removed) {
        changes = list().stream().filter(change -> !change.equals(removed)).toList();
    }
}
