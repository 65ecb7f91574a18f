package io.sallyport.models;

import io.sallyport.decision.Door;
import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.rates.TokenCharge;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The checks of a request of a model to one backend. Immutable.
 *
 * @param host the name under which models are asked for, for rates by host
 * @param charge the tokens that it may use, for rates
 * @param rates of the operator's for every call, beside those that policies attach
 */
record ModelQuestion(
        PolicyChain policies, CanonicalAction use, CanonicalHost host, TokenCharge charge, List<String> rates)
        implements Operation {
    private static final Decision PASSES = new Decision.Allow(ReasonCode.GRANTED, null, Mode.ENFORCE, Obligations.NONE);
    private static final Verdict.Refuse HELD_BACK = Verdict.refuse(ReasonCode.PHASE_VIOLATION);

    @Override
    public Door door() {
        return Door.MODEL;
    }

    @Override
    public Verdict held() {
        return policies.own().facts().holdsBackModels() ? HELD_BACK : Verdict.PASS;
    }

    @Override
    public Decision judged() {
        Decision phase = policies.under(PASSES, policy -> policy.facts().holdsBackModels() ? HELD_BACK.deny() : PASSES);
        return phase instanceof Decision.Deny ? phase : policies.ask(policy -> policy.decide(use, policies.identity()));
    }

    /** A backend's key is the operator's to choose; policy attaches none. */
    @Override
    public Verdict met(Obligations obligations) {
        return Verdict.passIf(obligations.credentials().isEmpty(), ReasonCode.UNKNOWN_OBLIGATION);
    }

    @Override
    public Verdict rated(Obligations obligations, boolean counted) {
        Set<String> all = new LinkedHashSet<>(rates);
        if (obligations.rate() != null) {
            all.addAll(List.of(obligations.rate().split("\\+", -1)));
        }
        return all.isEmpty()
                ? Verdict.PASS
                : policies.rated(String.join("+", all), host, use.target(), charge, counted);
    }
}
