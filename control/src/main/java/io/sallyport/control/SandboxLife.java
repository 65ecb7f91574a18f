package io.sallyport.control;

import io.sallyport.control.SandboxPart.Prepared;
import io.sallyport.control.calls.Control.Receipt;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.Proposal;
import io.sallyport.control.receipt.DelegationReceipts;
import io.sallyport.control.store.PendingChanges;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.Admission;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.Lease;
import io.sallyport.model.SandboxId;
import io.sallyport.model.placeholder.SandboxPlaceholders;
import io.sallyport.policycompiler.author.Compilation;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and replaces single sandboxes. A put is compiled, its parts are prepared, its budget is set aside, its record
 * is written, and only then do requests see it; if a step fails, everything stays as before. Each method runs in the
 * sandbox's lane and may block.
 */
final class SandboxLife {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxLife.class);

    /** The tag of a sandbox that is not there. */
    private static final String NOT_THERE = "0";

    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final SandboxCommits commits;
    private final Function<Account, Admission> admissions;
    private final FamilyRules families;
    private final DelegationReceipts receipts;
    private final PendingChanges pending;

    /**
     * @param admissions creates the admission of a new sandbox
     * @param receipts of delegations
     * @param pending where puts wait, if they have to
     */
    SandboxLife(
            SandboxStates states,
            CompiledPolicies policies,
            SandboxCommits commits,
            Function<Account, Admission> admissions,
            DelegationReceipts receipts,
            PendingChanges pending) {
        this.receipts = receipts;
        this.pending = pending;
        this.states = states;
        this.policies = policies;
        this.commits = commits;
        this.admissions = admissions;
        this.families = new FamilyRules(states);
    }

    /** What a put would put in force. {@code placeholders} are those of its prepared parts. */
    private record Candidate(
            PutRequest put, SandboxSpec spec, List<Diagnostic> warnings, SandboxPlaceholders placeholders) {}

    /** Puts in force what another gateway has put, of a later generation than what is there. */
    SandboxAnswer adopt(SandboxRecord record) {
        PutRequest put = PutRequest.of(record);
        List<String> above = states.leasesFrom(put.documents().parent());
        return switch (policies.sandbox(put.id(), put.documents(), above, states.store(), false)) {
            case Compilation.Refused<SandboxSpec>(var diagnostics) -> refuseAll(put, diagnostics);
            case Compilation.Unavailable<SandboxSpec>(String why) -> new SandboxAnswer.Unavailable(why);
            case Compilation.Ready<SandboxSpec>(SandboxSpec spec, var warnings) -> {
                Restoration.resume(spec.policy().term(), record);
                SandboxAnswer answer = prepare(put, spec, warnings);
                yield answer instanceof SandboxAnswer.Refused(var diagnostics) ? refuseAll(put, diagnostics) : answer;
            }
        };
    }

    SandboxAnswer put(PutRequest asked) {
        SandboxState before = states.find(asked.id());
        PutRequest put = asked.with(families.placed(asked.documents(), before));
        return switch (check(put, before)) {
            case ChangeVerdict.Refuse(SandboxAnswer refusal) -> refusal;
            case ChangeVerdict.Pass _ ->
                mustWait(put, before)
                        ? propose(put, before)
                        : compile(put, (spec, warnings) -> prepare(put, spec, warnings));
        };
    }

    /** The documents in force were approved already: putting them again gives no right, and may rotate the tokens. */
    private boolean mustWait(PutRequest put, @Nullable SandboxState before) {
        return pending.rules().sandboxes()
                && (before == null || !put.documents().equals(before.record().documents()));
    }

    /** Compiles the documents, and lets the change wait for an approval. */
    private SandboxAnswer propose(PutRequest put, @Nullable SandboxState before) {
        if (put.change().rotateToken()) {
            return new SandboxAnswer.Taken(
                    "ROTATES",
                    "a change that waits for approval rotates no token: put the documents in force for that");
        }
        if (before == null && put.lease() != null) {
            return new SandboxAnswer.Taken(
                    "NEEDS_APPROVAL", "one token puts no lease where approvals.sandboxes asks for two people");
        }
        String full = pending.full(new Proposal.OfSandbox(put.id(), put.documents(), ""), tag(put.id()));
        return full != null
                ? new SandboxAnswer.Full(full)
                : compile(
                        put,
                        (spec, warnings) -> families.check(spec, before) instanceof ChangeVerdict.Refuse(var why)
                                ? why
                                : waiting(put, spec, warnings));
    }

    private SandboxAnswer waiting(PutRequest put, SandboxSpec spec, List<Diagnostic> warnings) {
        var proposal =
                new Proposal.OfSandbox(put.id(), put.documents(), spec.policy().digest());
        try {
            PendingChange added =
                    pending.add(proposal, tag(put.id()), put.change().origin());
            return new SandboxAnswer.Pending(added, warnings);
        } catch (StateException e) {
            return SandboxCommits.failed(put.id(), e);
        }
    }

    /** Returns what a change that waits is made for: the generation, or 0 where there is no such sandbox. */
    String tag(SandboxId id) {
        SandboxState now = states.find(id);
        return now == null ? NOT_THERE : Long.toString(now.generation());
    }

    /**
     * Puts documents that another person approved, in the sandbox's lane, if they still compile to what was approved.
     *
     * @param base what the change was made for, as {@link #tag} returned it
     */
    SandboxAnswer approved(Proposal.OfSandbox proposal, String base) {
        SandboxState before = states.find(proposal.sandbox());
        var change = new SandboxChange(
                proposal.documents(),
                base.equals(NOT_THERE) ? new Precondition.Absent() : new Precondition.OneOf(Set.of(base)),
                false);
        var put = new PutRequest(
                proposal.sandbox(),
                change,
                before == null ? null : before.record().lease());
        return switch (check(put, before)) {
            case ChangeVerdict.Refuse(SandboxAnswer refusal) -> refusal;
            case ChangeVerdict.Pass _ ->
                compile(
                        put,
                        (spec, warnings) -> spec.policy().digest().equals(proposal.digest())
                                ? prepare(put, spec, warnings)
                                : new SandboxAnswer.Refused(List.of(Approvals.OTHER_DIGEST)));
        };
    }

    /** Checks whether the current state rules out this put, whatever its documents say. */
    private ChangeVerdict check(PutRequest put, @Nullable SandboxState before) {
        if (states.revoked().contains(put.id())) {
            return taken("LEASE_REVOKED", "the lease of this id was revoked; it takes no other");
        }
        if (states.unwritten().isPending(put.id())) {
            return unavailable("the removal of what had this id is not written yet");
        }
        if (before != null && (before.record().lease() == null) != (put.lease() == null)) {
            return taken("OTHER_KIND", "the id is " + (put.lease() == null ? "a lease's" : "a sandbox's, put as such"));
        }
        long generation = before == null ? 0 : before.generation();
        if (!put.change().condition().holds(before == null ? null : Long.toString(generation))) {
            return new ChangeVerdict.Refuse(new SandboxAnswer.MovedOn(generation));
        }
        return before == null && states.isFull()
                ? unavailable("there are " + SandboxStates.MAX_SANDBOXES + " sandboxes, as many as may be")
                : ChangeVerdict.PASS;
    }

    private static ChangeVerdict taken(String code, String why) {
        return new ChangeVerdict.Refuse(new SandboxAnswer.Taken(code, why));
    }

    private static ChangeVerdict unavailable(String why) {
        return new ChangeVerdict.Refuse(new SandboxAnswer.Unavailable(why));
    }

    /** Compiles the documents and goes on with what was made, or answers why nothing was. */
    private SandboxAnswer compile(PutRequest put, BiFunction<SandboxSpec, List<Diagnostic>, SandboxAnswer> then) {
        List<String> above = states.leasesFrom(put.documents().parent());
        return switch (policies.sandbox(put.id(), put.documents(), above, states.store(), true)) {
            case Compilation.Refused<SandboxSpec>(var diagnostics) -> new SandboxAnswer.Refused(diagnostics);
            case Compilation.Unavailable<SandboxSpec>(String why) -> new SandboxAnswer.Unavailable(why);
            case Compilation.Ready<SandboxSpec>(SandboxSpec spec, var warnings) -> then.apply(spec, warnings);
        };
    }

    private SandboxAnswer prepare(PutRequest put, SandboxSpec spec, List<Diagnostic> warnings) {
        try (PreparedParts parts = new PreparedParts(states.parts().all(), put.id())) {
            SandboxAnswer answer = switch (parts.prepare(spec, states.find(put.id()) != null)) {
                case Prepared.Refused(SandboxAnswer refusal) -> refusal;
                case Prepared.Ready(var placeholders) -> commit(new Candidate(put, spec, warnings, placeholders));
            };
            if (answer instanceof SandboxAnswer.InForce) {
                parts.keep();
            }
            return answer;
        }
    }

    /** Checks the state again under the locks: compiling and preparing took a while. */
    private SandboxAnswer commit(Candidate next) {
        PutRequest put = next.put();
        try (var _ = states.lockFamily(FamilyRules.aboveId(put.documents()), put.id())) {
            SandboxState before = states.find(put.id());
            ChangeVerdict rules = put.adopted() == null
                    ? check(put, before).and(() -> families.check(next.spec(), before))
                    : ChangeVerdict.PASS; // checked where it was put
            return switch (rules) {
                case ChangeVerdict.Refuse(SandboxAnswer refusal) -> refusal;
                case ChangeVerdict.Pass _ -> fund(next, before);
            };
        } catch (StateException e) {
            return SandboxCommits.failed(put.id(), e);
        }
    }

    /** Sets the budget aside. If the sandbox does not come into force with it, the budget is as it was before. */
    private SandboxAnswer fund(Candidate next, @Nullable SandboxState before) throws StateException {
        Sandbox above = families.above(next.put().documents());
        Account account = before == null
                ? states.accounts().open(next.put().id(), FamilyRules.account(above))
                : before.sandbox().admission().account();
        boolean inForce = false;
        try {
            SandboxAnswer answer = switch (granted(next, account)) {
                case ChangeVerdict.Refuse(SandboxAnswer refusal) -> refusal;
                case ChangeVerdict.Pass _ ->
                    before == null ? create(next, account, above) : replace(next, before, above);
            };
            inForce = answer instanceof SandboxAnswer.InForce;
            return answer;
        } finally {
            if (!inForce) {
                restore(before, next.put().id(), account);
            }
        }
    }

    /** What another gateway has granted is granted. */
    private static ChangeVerdict granted(Candidate next, Account account) {
        if (next.put().adopted() == null) {
            return FamilyRules.grant(account, next.spec().budget());
        }
        account.force(next.spec().budget());
        return ChangeVerdict.PASS;
    }

    /** Returns the receipt of what {@link FamilyRules} has found to be within the parent's lease. */
    private @Nullable Receipt receipt(Candidate next, @Nullable Sandbox above, long generation) {
        SandboxState parent = above == null ? null : states.find(above.id());
        return parent == null
                ? null
                : receipts.of(next.put().id(), next.spec().lease(), generation, parent.id(), parent.lease());
    }

    private void restore(@Nullable SandboxState before, SandboxId id, Account account) {
        if (before == null) {
            states.accounts().close(id);
        } else {
            account.force(before.budget());
        }
    }

    private SandboxAnswer create(Candidate next, Account account, @Nullable Sandbox above) throws StateException {
        PutRequest put = next.put();
        SandboxRecord adopted = put.adopted();
        if (adopted != null) {
            return commits.adopt(
                    adopted,
                    next.spec(),
                    next.spec().lease(),
                    next.warnings(),
                    policy -> new Sandbox(put.id(), new PolicyHolder(policy), admissions.apply(account), above));
        }
        Tokens fresh = SandboxCommits.newTokens(next.placeholders());
        var first = SandboxRecord.first(
                put.id(),
                states.store().floor() + 1,
                states.guardrails().stored().epoch(),
                put.documents(),
                SandboxCommits.digests(fresh),
                put.lease());
        return commit(
                first,
                next,
                above,
                policy -> new Sandbox(put.id(), new PolicyHolder(policy), admissions.apply(account), above),
                fresh);
    }

    private SandboxAnswer replace(Candidate next, SandboxState before, @Nullable Sandbox above) throws StateException {
        SandboxRecord adopted = next.put().adopted();
        if (adopted != null) {
            return commits.adopt(adopted, next.spec(), next.spec().lease(), next.warnings(), _ -> before.sandbox());
        }
        long epoch = states.guardrails().stored().epoch();
        SandboxRecord risen =
                before.record().next(before.generation() + 1, epoch, next.put().documents());
        Tokens fresh = next.put().change().rotateToken() ? SandboxCommits.newTokens(next.placeholders()) : null;
        return commit(
                fresh == null ? risen : risen.withTokens(SandboxCommits.digests(fresh)),
                next,
                above,
                _ -> before.sandbox(),
                fresh);
    }

    /** Puts a record in force, with the receipt of its delegation if there is one. */
    private SandboxAnswer commit(
            SandboxRecord record,
            Candidate next,
            @Nullable Sandbox above,
            Function<PolicySnapshot, Sandbox> sandbox,
            @Nullable Tokens fresh)
            throws StateException {
        Receipt receipt = receipt(next, above, record.generation());
        SandboxAnswer answer = commits.put(
                receipt == null ? record : record.withReceipt(receipt.json()),
                next.spec(),
                next.spec().lease(),
                next.warnings(),
                sandbox,
                fresh);
        return answer instanceof SandboxAnswer.InForce inForce ? inForce.delegated(receipt) : answer;
    }

    /** A sandbox that does not load here is refused everything, as after a restart: it must not keep what it had. */
    private SandboxAnswer refuseAll(PutRequest put, List<Diagnostic> why) {
        SandboxRecord record = Objects.requireNonNull(put.adopted(), "a put of this gateway");
        LOG.warn("sandbox {} is refused everything: its record does not load here: {}", record.id(), why);
        Lease lease = Restoration.readable(record.documents());
        try (var _ = states.lockFamily(FamilyRules.aboveId(put.documents()), put.id())) {
            SandboxState before = states.find(put.id());
            Sandbox above = families.above(put.documents());
            Account account = before == null
                    ? states.accounts().open(put.id(), FamilyRules.account(above))
                    : before.sandbox().admission().account();
            account.force(SandboxSpec.budget(lease));
            return commits.adopt(
                    record,
                    null,
                    lease,
                    why,
                    policy -> before != null
                            ? before.sandbox()
                            : new Sandbox(put.id(), new PolicyHolder(policy), admissions.apply(account), above));
        } catch (StateException e) {
            return SandboxCommits.failed(put.id(), e);
        }
    }
}
