package io.sallyport.decision;

import io.sallyport.decision.ask.RequestApproval;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import org.jspecify.annotations.Nullable;

/** What became of an operation at its door. Immutable. */
public sealed interface Judging {
    /** The decision that its record and its answer are written from. */
    Decision decision();

    /** The same without what the policies attached. */
    Verdict verdict();

    /**
     * Every check of the door passed, and what is counted was counted.
     *
     * @param approval by which alone it passes, of which no use was taken; null: policy allows it
     */
    record Admitted(Decision.Allow decision, @Nullable RequestApproval approval) implements Judging {
        /** What policy allows. */
        Admitted(Decision.Allow decision) {
            this(decision, null);
        }

        @Override
        public Verdict verdict() {
            return Verdict.PASS;
        }
    }

    /** A check refused. */
    sealed interface Refused extends Judging {
        /** The check that refused. */
        Check by();

        Verdict.Refuse why();

        @Override
        default Decision.Deny decision() {
            return why().deny();
        }

        @Override
        default Verdict verdict() {
            return why();
        }
    }

    /**
     * Refused as it stands: the policies have yet to be asked with the body. Nothing was counted.
     *
     * @param maxBytes the limit that the policies set to the body
     */
    record AwaitsBody(int maxBytes) implements Refused {
        private static final Verdict.Refuse UNREAD = Verdict.refuse(ReasonCode.UNREADABLE);

        @Override
        public Check by() {
            return Check.POLICY;
        }

        @Override
        public Verdict.Refuse why() {
            return UNREAD;
        }
    }

    /**
     * Refused as it stands: a person may be asked, and nothing else refuses it now. Nothing was counted.
     *
     * @param decision what asks
     */
    record AwaitsApproval(Decision.Deny decision) implements Refused {
        @Override
        public Check by() {
            return Check.POLICY;
        }

        @Override
        public Verdict.Refuse why() {
            return Verdict.Refuse.by(decision);
        }
    }

    /** Refused before the policies were asked. */
    record Unasked(Check by, Verdict.Refuse why) implements Refused {}

    /**
     * Refused by the policies, or by a check after them.
     *
     * @param said what the policies said
     */
    record Asked(Check by, Verdict.Refuse why, Decision said) implements Refused {}
}
