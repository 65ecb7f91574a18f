package io.sallyport.control.store;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Proposal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The changes that wait for approval. Expired ones are not among them. Safe for concurrent use.
 */
public final class PendingChanges {
    /** Limit of the texts of all changes of sandboxes, and of all others, in chars. */
    public static final long MAX_CHARS = 16 * 1024 * 1024;

    private final ApprovalRules rules;
    private final Store store;
    private final InstantSource wall;
    private final List<PendingChange> expired = new ArrayList<>(); // and not yet taken
    private volatile List<PendingChange> changes = List.of();

    public PendingChanges(ApprovalRules rules, Store store, InstantSource wall) {
        this.rules = rules;
        this.store = store;
        this.wall = wall;
    }

    /** Takes up the changes of the state, if any has to wait. */
    public void load() throws StateException {
        if (rules.any()) {
            changes = store.pendingChanges().stream()
                    .filter(change -> rules.needsApproval(change.proposal()))
                    .sorted(Comparator.comparingLong(PendingChange::timeMillis))
                    .toList();
        }
    }

    /** Returns which changes have to wait. */
    public ApprovalRules rules() {
        return rules;
    }

    /** Returns the changes that wait, the oldest first. */
    public List<PendingChange> list() {
        return changes.stream().filter(change -> !isExpired(change)).toList();
    }

    private boolean isExpired(PendingChange change) {
        return change.expiresMillis() <= wall.millis();
    }

    /** Returns whether {@link #takeExpired} has something to take away. */
    public boolean haveExpired() {
        return changes.stream().anyMatch(this::isExpired);
    }

    /** Takes the expired changes out of the state, and returns each once. */
    public synchronized List<PendingChange> takeExpired() throws StateException {
        if (haveExpired()) {
            keep(list());
        }
        List<PendingChange> taken = List.copyOf(expired);
        expired.clear();
        return taken;
    }

    public @Nullable PendingChange find(String id) {
        return list().stream()
                .filter(change -> change.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns why one change more cannot wait, or null. Changes of sandboxes and others take no room from each other:
     * more may propose the former.
     *
     * @param proposal its digest may be empty
     * @param inForce the tag of what it would replace; changes of the same that are for others make room
     */
    public synchronized @Nullable String full(Proposal proposal, String inForce) {
        List<PendingChange> waiting = current(proposal, inForce).stream()
                .filter(change -> isOfSandbox(change.proposal()) == isOfSandbox(proposal))
                .toList();
        long chars = GuardrailsForms.chars(proposal)
                + waiting.stream()
                        .mapToLong(change -> GuardrailsForms.chars(change.proposal()))
                        .sum();
        int most = isOfSandbox(proposal) ? rules.maxPendingSandboxes() : rules.maxPending();
        if (waiting.size() >= most) {
            return waiting.size() + " changes wait for approval already (at most " + most + ")";
        }
        long ofSame = waiting.stream()
                .filter(change -> change.proposal().target().equals(proposal.target()))
                .count();
        if (isOfSandbox(proposal) && ofSame >= rules.maxPerSandbox()) {
            return ofSame + " changes of the sandbox wait for approval already (at most " + rules.maxPerSandbox() + ")";
        }
        return chars > MAX_CHARS
                ? "the changes that wait for approval would have " + chars + " chars (at most " + MAX_CHARS + ")"
                : null;
    }

    private static boolean isOfSandbox(Proposal proposal) {
        return proposal instanceof Proposal.OfSandbox;
    }

    /**
     * Lets a change wait.
     *
     * @param base the tag of what it would replace
     */
    public synchronized PendingChange add(Proposal proposal, String base, ChangeOrigin origin) throws StateException {
        long now = wall.millis();
        PendingChange added = GuardrailsForms.identified(new PendingChange(
                "", proposal, base, origin, now, now + rules.expiry().toMillis()));
        keep(current(proposal, base).stream()
                .filter(change -> !change.id().equals(added.id()))
                .toList());
        store.save(added);
        changes = Stream.concat(changes.stream(), Stream.of(added)).toList();
        return added;
    }

    /** Returns the changes without those of the same that can come into force no longer. */
    private List<PendingChange> current(Proposal proposal, String inForce) {
        return list().stream()
                .filter(change -> !change.proposal().target().equals(proposal.target())
                        || change.base().equals(inForce))
                .toList();
    }

    /** Takes a change away. One that stays in the state waits on. */
    public synchronized void remove(PendingChange removed) throws StateException {
        keep(list().stream().filter(change -> !change.equals(removed)).toList());
    }

    private void keep(List<PendingChange> kept) throws StateException {
        List<PendingChange> over = changes.stream().filter(this::isExpired).toList();
        store.retainPendingChanges(kept.stream().map(PendingChange::id).collect(Collectors.toSet()));
        expired.addAll(over);
        changes = kept;
    }
}
