package io.sallyport.decision;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestHeaders;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges one request afresh. A pure function of the request: whatever else it needs was fixed when it was made. Safe
 * for concurrent use, returns at once, and denies rather than throws.
 */
@FunctionalInterface
public interface Judge {
    /** The verdict on a request without headers of who showed the sandbox's proxy token. */
    Decision decide(CanonicalRequest request);

    /**
     * The verdict, and of what else it holds. A judge that looks at a clock, at the headers or at who acts says that it
     * does not last as long as the policy does.
     */
    default Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
        return new Judgement(decide(request), true, false, null);
    }

    /** The verdict on an action; whoever does not judge actions refuses them. */
    default Judgement judge(CanonicalAction action, ActingIdentity identity) {
        return new Judgement(Decision.Deny.of(ReasonCode.POLICY_ERROR), true, true, null);
    }

    /** The verdict on a question of either kind; an action has no headers. */
    default Judgement judge(Question question, RequestHeaders headers, ActingIdentity identity) {
        return switch (question) {
            case CanonicalRequest request -> judge(request, headers, identity);
            case CanonicalAction action -> judge(action, identity);
        };
    }

    /** What an evaluation can come to that may differ at the next request of the same method and URL. */
    enum PassingInput {
        HEADERS,
        /** Who acts. */
        IDENTITY,
        /** The clock, or chance. */
        TIME
    }

    /**
     * A verdict.
     *
     * @param lasting whether the same request gets the same verdict for as long as this policy is in force
     * @param anyQuery whether the same request with any other query, or none, gets the same verdict; false where that
     *     is not known
     * @param fault why a policy that could not be evaluated could not, with the place, for its author; may quote its
     *     data, so no sandbox sees it; null where all was evaluated
     * @param restsOn what the enforced rules came to; empty where that is not known
     */
    record Judgement(
            Decision decision,
            boolean lasting,
            boolean anyQuery,
            @Nullable String fault,
            Set<PassingInput> restsOn) {
        /** A verdict of which is not known what it rests on. */
        public Judgement(Decision decision, boolean lasting, boolean anyQuery, @Nullable String fault) {
            this(decision, lasting, anyQuery, fault, Set.of());
        }

        /** The same, of which no person is asked. */
        Judgement askingNobody() {
            return decision instanceof Decision.Deny deny && deny.ifApproved() != null
                    ? new Judgement(deny.asking(null), lasting, anyQuery, fault, restsOn)
                    : this;
        }

        /** Returns this, and what else is said of the same request: both must allow. */
        public Judgement and(Judgement other) {
            String first = fault == null ? other.fault : fault;
            Decision both = TighterDecision.of(decision, other.decision);
            return new Judgement(
                    both, lasting && other.lasting, anyQuery && other.anyQuery, first, union(restsOn, other.restsOn));
        }

        private static Set<PassingInput> union(Set<PassingInput> one, Set<PassingInput> other) {
            if (other.isEmpty() || one.equals(other)) {
                return one;
            }
            Set<PassingInput> all = EnumSet.copyOf(other);
            all.addAll(one);
            return all;
        }
    }
}
