package io.sallyport.cli.policy.replay;

import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.policy.reach.PolicyFiles;
import io.sallyport.cli.policy.reach.PolicySides;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.SandboxSpec;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.replay.Said;
import io.sallyport.control.store.RecordedPolicies;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.policycompiler.author.AuthoredRego;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Why a policy decides a recorded request as it does. Immutable.
 *
 * @param missing sentences about what is not part of the explanation
 */
public record ExplainedRecord(Explanation explanation, List<String> missing) {
    public ExplainedRecord {
        missing = List.copyOf(missing);
    }

    /** Explains a record by a policy that was compiled. */
    public static ExplainedRecord of(
            CompiledPolicies policies, SandboxSpec spec, AuthoredRego team, SandboxFacts facts, Judged record) {
        Question question = Objects.requireNonNull(record.question(), "the record of no question");
        RequestHeaders headers = record.isBodyless() ? RequestHeaders.EMPTY : RequestHeaders.UNREAD;
        PolicySnapshot snapshot = policies.snapshot(spec, team, facts, Math.max(1, record.generation()));
        List<String> missing = new ArrayList<>();
        Said.of(snapshot.judge(question, headers))
                .lacks()
                .forEach(lack -> missing.add("the policy comes to " + lack.word() + ", which the record lacks"));
        Explanation explanation = policies.explain(spec, team, snapshot, question, headers);
        return new ExplainedRecord(explanation, missing);
    }

    /** Explains a record by the policy that judged it; ends the command if the state does not keep it. */
    public static ExplainedRecord of(Path state, ConfigFlag config, Judged record) throws CliException {
        SandboxRecord sandbox = sandbox(state, record);
        GuardrailsDocuments guardrails = guardrails(state, record);
        try (var sides = PolicySides.of(config, InstantSource.fixed(record.time()))) {
            PolicySides.Compiled compiled = sides.compile(new PolicyFiles(sandbox.documents(), guardrails));
            ExplainedRecord explained =
                    of(sides.policies(), compiled.spec(), compiled.team(), CompiledPolicies.facts(sandbox), record);
            return explained.withoutAncestors(sandbox.documents());
        }
    }

    private ExplainedRecord withoutAncestors(SandboxDocuments documents) {
        List<String> more = new ArrayList<>(missing);
        if (documents.parent() != null) {
            more.add("the policy of the parent " + documents.parent() + " is not asked");
        }
        if (documents.workspace() != null) {
            more.add("the policy of the workspace " + documents.workspace() + " is not asked");
        }
        return new ExplainedRecord(explanation, more);
    }

    private static SandboxRecord sandbox(Path state, Judged record) throws CliException {
        SandboxId id = record.sandbox();
        if (id == null || record.generation() == 0) {
            throw CliException.unusable(record.auditId() + ": no policy of a sandbox judged this request");
        }
        try {
            SandboxRecord found = new RecordedPolicies(state).policy(id, record.generation(), record.epoch());
            if (found == null) {
                throw CliException.unusable(state + ": generation " + record.generation() + " of " + id
                        + " is not kept (policy.past_bytes; give the documents by their flags)");
            }
            return found;
        } catch (StateException e) {
            throw CliException.unusable(String.valueOf(e.getMessage()));
        }
    }

    private static GuardrailsDocuments guardrails(Path state, Judged record) throws CliException {
        try {
            GuardrailsDocuments found = new RecordedPolicies(state).guardrails(record.epoch());
            if (found == null) {
                throw CliException.unusable(state + ": guardrails of epoch " + record.epoch()
                        + " are not kept as Rego (give the documents by their flags)");
            }
            return found;
        } catch (StateException e) {
            throw CliException.unusable(String.valueOf(e.getMessage()));
        }
    }
}
