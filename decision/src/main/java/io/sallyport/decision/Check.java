package io.sallyport.decision;

import io.sallyport.model.Decision;
import io.sallyport.model.Verdict;

/**
 * The checks of an operation, in the order in which every {@link Door} makes them. The first that refuses answers. What
 * a door leaves out stands in the table of {@link Door}, with the reason.
 */
public enum Check {
    /** Whether the sandbox or one above it has ended: revoked, then expired. */
    STANDING,
    /** Whether the phase holds it back, or it is closed to everyone, whatever policy says. */
    HELD,
    /** What the policies of the sandbox and of those above it say. */
    POLICY,
    /** Whether what the policies attach can be met at this door. */
    OBLIGATIONS,
    /** Whether what is spent can be written, and no budget is used up. */
    BUDGET,
    /** Whether it came over one of the sandbox's connections. */
    CONNECTIONS,
    /** Whether the sandbox, or all of them, leave too much unread in the gateway. */
    BUFFERS,
    /** The rate of host names that the sandbox asks for the first time; counted. */
    NAMES,
    /** The rates that the policies name, and those of questions; counted. */
    RATES;

    /** Whether it is asked before the policies are, and holds whatever they say. */
    boolean isBeforePolicy() {
        return compareTo(POLICY) < 0;
    }

    /** Whether it is about how much there is, at once or in a while. Of these a refusal names the first alone. */
    boolean isOfRoom() {
        return compareTo(BUDGET) > 0;
    }

    /**
     * What this check says.
     *
     * @param said what the policies said; for checks that are asked before them, anything
     * @param counted whether what passes is counted; else it is only looked at
     */
    Verdict ask(PolicyChain policies, Operation operation, Decision said, boolean counted) {
        return switch (this) {
            case STANDING -> policies.standing();
            case HELD -> operation.held();
            case POLICY -> said instanceof Decision.Deny deny ? Verdict.Refuse.by(deny) : Verdict.PASS;
            // Where the policies refused there is nothing to meet.
            case OBLIGATIONS ->
                said instanceof Decision.Allow allow ? policies.met(allow.obligations(), operation) : Verdict.PASS;
            case BUDGET -> policies.exhausted(operation.host());
            case CONNECTIONS -> operation.connected();
            case BUFFERS -> policies.sandbox().admission().buffers().room();
            case NAMES -> operation.named(counted);
            case RATES ->
                said instanceof Decision.Allow allow ? operation.rated(allow.obligations(), counted) : Verdict.PASS;
        };
    }
}
