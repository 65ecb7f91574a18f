package io.sallyport.decision;

import static io.sallyport.decision.Check.BUDGET;
import static io.sallyport.decision.Check.BUFFERS;
import static io.sallyport.decision.Check.CONNECTIONS;
import static io.sallyport.decision.Check.HELD;
import static io.sallyport.decision.Check.NAMES;
import static io.sallyport.decision.Check.OBLIGATIONS;
import static io.sallyport.decision.Check.POLICY;
import static io.sallyport.decision.Check.RATES;
import static io.sallyport.decision.Check.STANDING;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where an operation is asked for, and which {@link Check} each place leaves out: this is the one table of them.
 * Whatever is not listed here is asked. Immutable.
 */
@SuppressWarnings(
        "ImmutableEnumChecker") // arrays that nobody outside this package sees, and Collections.unmodifiableMap
public enum Door {
    /** A request through the proxy that is seen whole, in an opened tunnel too. */
    REQUEST(leaves(HELD, Why.PROXY_HOLDS)),
    /** A CONNECT for TLS. */
    TUNNEL(leaves(HELD, Why.PROXY_HOLDS)),
    /** A CONNECT for anything, which a grant names as {@code tcp}. */
    TCP_TUNNEL(leaves(HELD, Why.PROXY_HOLDS)),
    /**
     * A call of the fetch endpoint or the decision API, or for an explanation, under the gateway's own name, before its
     * body is read.
     */
    OWN_CALL(
            leaves(STANDING, Why.ASKED_THERE),
            leaves(HELD, Why.ASKED_THERE),
            leaves(POLICY, Why.ASKED_THERE),
            leaves(OBLIGATIONS, Why.ASKED_THERE),
            leaves(BUDGET, Why.ASKED_THERE),
            leaves(NAMES, Why.ASKED_THERE),
            leaves(RATES, Why.ASKED_THERE)),
    /** Anything else under the gateway's own name: the CA, who the sandbox is, its denials and tools. */
    OWN_PAGE(
            leaves(STANDING, Why.OWN_STATE),
            leaves(HELD, Why.OWN_STATE),
            leaves(POLICY, Why.OWN_STATE),
            leaves(OBLIGATIONS, Why.OWN_STATE),
            leaves(BUDGET, Why.OWN_STATE),
            leaves(CONNECTIONS, Why.OWN_STATE),
            leaves(BUFFERS, Why.OWN_STATE),
            leaves(NAMES, Why.OWN_STATE),
            leaves(RATES, Why.OWN_STATE)),
    /** A question of the decision API, through the proxy or the control API. */
    QUESTION(
            leaves(
                    OBLIGATIONS,
                    "They are part of the answer: whoever asks carries out the operation and has to meet them."),
            leaves(CONNECTIONS, Why.OWN_CALL_ASKED),
            leaves(BUFFERS, Why.OWN_CALL_ASKED),
            leaves(NAMES, "Nothing is looked up or dialled for a question.")),
    /** A request of a model under the gateway's own name for them. */
    MODEL(
            leaves(CONNECTIONS, Why.OWN_CALL_ASKED),
            leaves(BUFFERS, Why.OWN_CALL_ASKED),
            leaves(NAMES, "The operator's backends are dialled, and no name that the sandbox chose.")),
    /** A fetch of a single file. */
    FILE(leaves(CONNECTIONS, Why.OWN_CALL_ASKED), leaves(BUFFERS, Why.OWN_CALL_ASKED)),
    /** A fetch of a skill. */
    SKILL(
            leaves(CONNECTIONS, Why.OWN_CALL_ASKED),
            leaves(BUFFERS, Why.OWN_CALL_ASKED),
            leaves(NAMES, "Its host is a forge that the operator configures, not a name that the sandbox makes up.")),
    /** What is explained or tried out, and not done. */
    TRIAL(
            leaves(
                    HELD,
                    "What holds an action back is asked of the guard beside it; of requests it is in the policies."),
            leaves(OBLIGATIONS, "Whether they can be met depends on the door that the operation would come to."),
            leaves(CONNECTIONS, Why.NOTHING_DONE),
            leaves(BUFFERS, Why.NOTHING_DONE),
            leaves(NAMES, Why.NOTHING_DONE),
            leaves(RATES, Why.NOTHING_DONE));

    private final Map<Check, String> leftOut;
    private final Check[] beforePolicy;
    private final Check[] afterPolicy;
    private final Check[] all;
    private final boolean asksPolicies;

    Door(LeftOut... exceptions) {
        Map<Check, String> reasons = new EnumMap<>(Check.class);
        for (LeftOut one : exceptions) {
            reasons.put(one.check(), one.why());
        }
        leftOut = Collections.unmodifiableMap(reasons);
        asksPolicies = makes(POLICY);
        all = Stream.of(Check.values()).filter(this::makes).toArray(Check[]::new);
        beforePolicy = Stream.of(all).filter(Check::isBeforePolicy).toArray(Check[]::new);
        afterPolicy =
                Stream.of(all).filter(check -> check.compareTo(POLICY) > 0).toArray(Check[]::new);
    }

    /** Whether that check is made here. */
    public boolean makes(Check check) {
        return !leftOut.containsKey(check);
    }

    /** The checks that are not made here, each with the reason in a sentence. */
    public Map<Check, String> leftOut() {
        return leftOut;
    }

    /** Whether {@link Check#POLICY} is made here. */
    boolean asksPolicies() {
        return asksPolicies;
    }

    /** Whether a refusal may wait here for a person: the socket is the gateway's, and the whole request is seen. */
    boolean asksPersons() {
        return this == REQUEST || this == TUNNEL;
    }

    /** The checks that are made here, in their order; not to be changed. */
    Check[] checks() {
        return all;
    }

    /** Those of them that are asked before the policies. */
    Check[] beforePolicy() {
        return beforePolicy;
    }

    /** Those of them that are asked once the policies have allowed. */
    Check[] afterPolicy() {
        return afterPolicy;
    }

    private record LeftOut(Check check, String why) {}

    private static LeftOut leaves(Check check, String why) {
        return new LeftOut(check, why);
    }

    /** Reasons that stand more than once. */
    private static final class Why {
        private static final String PROXY_HOLDS =
                "The phase is in each policy's own answer, and the gateway's own names are answered before policy.";
        private static final String ASKED_THERE =
                "The call leads to the fetch endpoint, the guard or an explanation, which asks it of what the body names.";
        private static final String OWN_STATE =
                "It changes nothing and tells a sandbox only of itself, so that one which is refused can read why.";
        private static final String OWN_CALL_ASKED =
                "Through the proxy the call was asked this as OWN_CALL; the other listeners have bounds of their own.";
        private static final String NOTHING_DONE = "Nothing is done, so there is nothing to find room for or to count.";
    }
}
