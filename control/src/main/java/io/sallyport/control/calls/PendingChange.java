package io.sallyport.control.calls;

/**
 * A change that waits for the approval of another person. Immutable.
 *
 * @param id lower-case hex; made from everything below, so that whoever approves an id approves exactly this
 * @param proposal what comes into force
 * @param base the tag of what was in force when it was made, of guardrails, a workspace or a sandbox; it replaces no
 *     others
 * @param origin its author
 * @param timeMillis when it was made, in milliseconds since 1970
 * @param expiresMillis when it stops waiting, in milliseconds since 1970
 */
public record PendingChange(
        String id, Proposal proposal, String base, ChangeOrigin origin, long timeMillis, long expiresMillis) {
    /** Returns its id, its author and what it proposes, as records name it. */
    public String summary() {
        String proposed = switch (proposal) {
            case Proposal.OfGuardrails guardrails -> "digest " + guardrails.digest();
            case Proposal.OfWorkspace workspace ->
                workspace.target() + (workspace.documents() == null ? " removed" : ", digest " + workspace.digest());
            case Proposal.OfSandbox sandbox -> sandbox.target() + ", digest " + sandbox.digest();
        };
        return "change " + id + " of " + origin.by() + " " + origin.name() + ", " + proposed;
    }
}
