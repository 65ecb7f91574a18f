package io.sallyport.policycompiler.reach;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.regoengine.builtin.pattern.automaton.StateBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Proves properties of what documents let through. A property is refuted only by a request that the compiled policy
 * allows, so that each witness has been asked of the engine that decides requests. Confined to its thread.
 *
 * @param policy answers for the compiled policy of the same documents
 * @param states the limit of automaton states of one proof
 */
public record Prover(Reach reach, Function<CanonicalRequest, Decision> policy, long states) {
    /** The limit of requests that are asked for one property. */
    static final int MAX_ASKED = 1_000;

    private static final List<Scheme> TUNNELS = List.of(Scheme.HTTPS, Scheme.TCP, Scheme.TCP_TLS);

    private static final String TOO_LARGE = "the sets of requests are too large to be computed";

    /** Creates a prover with the default limit of states. */
    public Prover(Reach reach, Function<CanonicalRequest, Decision> policy) {
        this(reach, policy, Reach.MAX_STATES);
    }

    /** Returns whether the property holds. */
    public Proof prove(ReachProperty property) {
        StateBudget budget = new StateBudget(states);
        return switch (property) {
            case ReachProperty.Never(var _, var regions) -> never(regions, budget);
            case ReachProperty.Within(var _, Reach ceiling, var above) ->
                ceiling.isComplete()
                        ? decide(reach.beyond(ceiling, budget), List.of(), above, budget)
                        : new Proof.Undecided(TOO_LARGE);
        };
    }

    private Proof never(List<RequestBox> regions, StateBudget budget) {
        List<ReachedBox> reached = new ArrayList<>();
        List<RequestBox> unseen = new ArrayList<>();
        for (RequestBox region : regions) {
            reached.addAll(reach.within(region, budget));
            unseen.addAll(reach.unseen(region, budget));
        }
        return decide(reached, unseen, _ -> Decision.Deny.of(ReasonCode.NO_GRANT), budget);
    }

    /** @param above refuses what a witness must be refused by besides */
    private Proof decide(
            List<ReachedBox> reached,
            List<RequestBox> unseen,
            Function<CanonicalRequest, Decision> above,
            StateBudget budget) {
        if (!reach.isComplete() || budget.isSpent()) {
            return new Proof.Undecided(TOO_LARGE);
        }
        if (reached.isEmpty() && unseen.isEmpty()) {
            return new Proof.Proven();
        }
        return Stream.concat(
                        reached.stream().limit(MAX_ASKED).map(box -> asked(box, above, budget)),
                        unseen.stream().limit(MAX_ASKED).map(box -> askedInTunnel(box, budget)))
                .reduce(Prover::better)
                .orElse(new Proof.Undecided(TOO_LARGE));
    }

    private static Proof better(Proof one, Proof other) {
        return one instanceof Proof.Refuted || !(other instanceof Proof.Refuted) ? one : other;
    }

    private Proof asked(ReachedBox reached, Function<CanonicalRequest, Decision> above, StateBudget budget) {
        return SampleRequest.variants(reached.box(), budget).stream()
                .map(sample -> asked(sample, reached, above))
                .reduce(Prover::better)
                .orElseGet(() ->
                        new Proof.Undecided("what " + reached.by().getLast().rule()
                                + " covers depends on more than the head of a request, such as its body"));
    }

    private Proof asked(CanonicalRequest sample, ReachedBox reached, Function<CanonicalRequest, Decision> above) {
        return switch (policy.apply(sample)) {
            case Decision.Allow _
            when above.apply(sample) instanceof Decision.Allow ->
                new Proof.Undecided("both may allow " + text(sample) + " with another query or body");
            case Decision.Allow allow -> refuted(sample, reached, String.valueOf(allow.rule()));
            case Decision.Deny deny -> new Proof.Undecided(refusal(sample, deny));
        };
    }

    private Proof refuted(CanonicalRequest sample, ReachedBox reached, String rule) {
        return new Proof.Refuted(sample, false, rule, Proof.textOf(reached, rule), reach.written(rule));
    }

    /** Names who refuses the sample: authors of Rego, or what documents ask besides. */
    private static String refusal(CanonicalRequest sample, Decision.Deny deny) {
        boolean isByRego = deny.reason() == ReasonCode.GUARDRAIL || deny.reason() == ReasonCode.GUARDRAIL_ERROR;
        String by = deny.rule() == null ? "" : " by " + deny.rule();
        return isByRego
                ? "the documents allow " + text(sample) + ", and Rego refuses it" + by
                        + ", which is outside of what is proven"
                : "the documents may allow " + text(sample) + " with another query or body";
    }

    private static String text(CanonicalRequest sample) {
        return (sample.method() == null ? "CONNECT" : sample.method()) + " " + sample.target();
    }

    private Proof askedInTunnel(RequestBox box, StateBudget budget) {
        for (Scheme scheme : TUNNELS) {
            CanonicalRequest tunnel = SampleRequest.tunnel(scheme, box, budget);
            if (tunnel != null
                    && policy.apply(tunnel) instanceof Decision.Allow allow
                    && !allow.obligations().intercept()) {
                String rule = String.valueOf(allow.rule());
                return new Proof.Refuted(tunnel, true, rule, "", reach.written(rule));
            }
        }
        return new Proof.Undecided("a tunnel that is not opened may carry such a request");
    }
}
