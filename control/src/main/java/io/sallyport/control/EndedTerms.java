package io.sallyport.control;

import io.sallyport.control.store.StateException;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.model.Verdict;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects leases that have expired, even if no request comes, and records it, so that the next process knows about it
 * whatever its clock says. Called by one thread; blocks.
 */
final class EndedTerms {
    private static final Logger LOG = LoggerFactory.getLogger(EndedTerms.class);

    /** Limit of writes per call: whole families may expire at one instant, and the thread has other work. */
    static final int MAX_WRITES = 32;

    private final SandboxStates states;
    private boolean failing;

    EndedTerms(SandboxStates states) {
        this.states = states;
    }

    /** Checks all sandboxes. Called about once a second. */
    void look() {
        int left = MAX_WRITES;
        for (SandboxState one : states.all()) {
            // Asking for the standing detects expiry: from here on the sandbox is refused, whether that is written or
            // not.
            Verdict _ = one.sandbox().admission().standing(one.snapshot());
            if (left > 0 && isUnwritten(one)) {
                left = write(one) ? left - 1 : 0;
            }
        }
    }

    private static boolean isUnwritten(SandboxState one) {
        LeaseTerm term = one.term();
        return term != null && term.isEnded() && !one.record().ended();
    }

    private boolean write(SandboxState seen) {
        try {
            writeAsItIs(seen);
            failing = false;
            return true;
        } catch (StateException e) {
            if (!failing) {
                LOG.error("that a lease has ended could not be written: it is tried again until it is", e);
            }
            failing = true;
            return false;
        }
    }

    /** Writes the record unless the sandbox was replaced or removed since it was seen. */
    private void writeAsItIs(SandboxState seen) throws StateException {
        try (var _ = states.lockFamily(null, seen.id())) {
            SandboxState now = states.find(seen.id());
            if (now != null && isUnwritten(now)) {
                states.rewrite(now.withEndedTerm());
            }
        }
    }
}
