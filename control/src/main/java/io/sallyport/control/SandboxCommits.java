package io.sallyport.control;

import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxView;
import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.control.sharing.RecordSharing.Offer;
import io.sallyport.control.store.PendingRemoval;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.SandboxRecord.TokenDigests;
import io.sallyport.control.store.Secrets;
import io.sallyport.control.store.SharedSandbox;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.Lease;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.model.placeholder.SandboxPlaceholders;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts in force what was decided about a sandbox: a generation is first written to the store, then visible to the
 * request path; a removal is first in force, then written. Called under the family's lock, or alone; blocks.
 */
final class SandboxCommits {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxCommits.class);

    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final SandboxRegistry registry;

    SandboxCommits(SandboxStates states, CompiledPolicies policies, SandboxRegistry registry) {
        this.states = states;
        this.policies = policies;
        this.registry = registry;
    }

    /**
     * Writes a sandbox's next generation, after the CA of a new one, and puts it in force.
     *
     * @param unsaved the record, without a digest
     * @param sandbox returns the sandbox of the generation's policy; called once the record is written
     * @param fresh the tokens that {@code unsaved} holds the digests of, or null if they stay
     */
    SandboxAnswer put(
            SandboxRecord unsaved,
            @Nullable SandboxSpec spec,
            @Nullable Lease lease,
            List<Diagnostic> diagnostics,
            Function<PolicySnapshot, Sandbox> sandbox,
            @Nullable Tokens fresh)
            throws StateException {
        SandboxState before = states.find(unsaved.id());
        SandboxSpec tried = before == null || unsaved.trials().candidate() == null ? null : before.candidate();
        PolicySnapshot policy =
                policies.snapshot(spec, states.guardrails().policy(), states.trials(tried, unsaved), unsaved);
        SandboxRecord record = unsaved.withDigest(policy.digest());
        if (before == null) {
            states.cas().create(record.id());
        }
        return switch (offer(record, before)) {
            case Offer.Taken() -> {
                saveOffered(record);
                var next = new SandboxState(record, sandbox.apply(policy), spec, lease, policy, tried, diagnostics);
                inForce(next);
                yield new SandboxAnswer.InForce(view(next), before == null, diagnostics, fresh, null, null);
            }
            case Offer.Newer(long generation) -> notCreated(before, record, new SandboxAnswer.MovedOn(generation));
            case Offer.Unavailable(var why) -> notCreated(before, record, new SandboxAnswer.Unavailable(why));
        };
    }

    private SandboxAnswer notCreated(@Nullable SandboxState before, SandboxRecord record, SandboxAnswer refusal)
            throws StateException {
        if (before == null) {
            states.cas().remove(record.id());
        }
        return refusal;
    }

    /** Other gateways put it in force already. */
    private void saveOffered(SandboxRecord record) throws StateException {
        try {
            states.store().save(record);
        } catch (StateException e) {
            states.sharing().missed(record.id());
            throw e;
        }
    }

    /** Asks the store of all gateways, which decides between changes that several of them make at once. */
    private Offer offer(SandboxRecord record, @Nullable SandboxState before) {
        byte[] ca = Objects.requireNonNull(states.cas().encoded(record.id()), "a sandbox without CA");
        return states.sharing()
                .offer(
                        new SharedSandbox(record, ca),
                        before == null ? 0 : before.record().generation());
    }

    /**
     * Puts in force a record that another gateway has made.
     *
     * @param spec null if it does not load here: all requests are refused
     */
    SandboxAnswer adopt(
            SandboxRecord made,
            @Nullable SandboxSpec spec,
            @Nullable Lease lease,
            List<Diagnostic> diagnostics,
            Function<PolicySnapshot, Sandbox> sandbox)
            throws StateException {
        SandboxState before = states.find(made.id());
        SandboxSpec tried = before == null ? null : before.candidate();
        SandboxRecord record = before == null
                ? made
                : made.withTrials(
                        before.record().trials().reportingUntil(made.trials().reportUntil()));
        long rising = record.generationIn(states.guardrails().stored().epoch());
        SandboxRecord risen = record.risenTo(before == null ? rising : Math.max(rising, before.generation() + 1));
        PolicySnapshot policy =
                policies.snapshot(spec, states.guardrails().policy(), states.trials(tried, record), risen);
        states.store().save(record);
        var next = new SandboxState(record, sandbox.apply(policy), spec, lease, policy, tried, diagnostics);
        inForce(next);
        return new SandboxAnswer.InForce(view(next), before == null, diagnostics, null, null, null);
    }

    /** Returns the answer for a sandbox that exists, after a change that gave it no other policy. */
    SandboxAnswer answer(SandboxState state, List<Diagnostic> diagnostics) {
        return new SandboxAnswer.InForce(view(state), false, diagnostics, null, null, null);
    }

    private SandboxView view(SandboxState state) {
        // the CA exists as long as the sandbox does: only this lane removes it
        String certificate = Objects.requireNonNull(states.cas().certificatePem(state.id()), "a sandbox without CA");
        return state.view(certificate, states.parts().report(state.sandbox()));
    }

    /** Puts {@code next}, whose record is already written, in force. */
    void inForce(SandboxState next) {
        Sandbox sandbox = next.sandbox();
        sandbox.policy().advanceTo(next.snapshot());
        states.put(next);
        registry.put(sandbox, next.record().proxyToken());
        states.parts().activate(next);
        states.concernsAll(sandbox.id());
    }

    /**
     * Removes a sandbox and all its descendants, the lowest first: a crash in between leaves none without its parent.
     *
     * @param closed hears of each that lets no request through any more, before anything is written
     * @return whether the removal is durable; it is in force in any case
     */
    boolean remove(SandboxState gone, Consumer<SandboxState> closed) {
        List<SandboxState> all = new ArrayList<>(states.descendants(gone.id()));
        all.add(gone);
        all.forEach(one -> close(one.sandbox()));
        all.forEach(closed);
        boolean durable = true;
        for (SandboxState one : all) {
            durable &= write(one);
        }
        return durable;
    }

    /**
     * Takes the sandbox out of the request path before anything is written: a full disk must not let requests through.
     */
    private void close(Sandbox sandbox) {
        sandbox.admission().revoke();
        registry.remove(sandbox.id());
        states.leaveFamily(sandbox);
        states.accounts().close(sandbox.id());
        states.parts().end(sandbox);
    }

    /** Deletes the sandbox from the state, which forgets it last, so that its id is not reused meanwhile. */
    private boolean write(SandboxState gone) {
        try {
            return states.unwritten()
                    .write(new PendingRemoval(
                            gone.id(), gone.generation(), gone.record().lease() != null));
        } finally {
            states.forget(gone.id());
        }
    }

    /** Returns the answer to a change whose record could not be written. */
    static SandboxAnswer failed(SandboxId id, StateException e) {
        LOG.error("a change of {} is not in force: the state cannot be written", id, e);
        return new SandboxAnswer.Unavailable("the state cannot be written");
    }

    static Tokens newTokens(SandboxPlaceholders placeholders) {
        return new Tokens(Secrets.token(), Secrets.hexToken(), placeholders);
    }

    static TokenDigests digests(Tokens fresh) {
        return new TokenDigests(Sha256.hexOf(fresh.proxyToken()), Sha256.hexOf(fresh.fetchToken()));
    }
}
