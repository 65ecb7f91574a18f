package io.sallyport.control;

import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.Secrets;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.skills.Skill;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.Decision;
import io.sallyport.model.PathCase;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.AuthoredRego;
import io.sallyport.policycompiler.Authoring;
import io.sallyport.policycompiler.BundleTarget;
import io.sallyport.policycompiler.Compilation;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.PlanStore;
import io.sallyport.policycompiler.PolicyCompiler;
import io.sallyport.policycompiler.SandboxPolicy;
import io.sallyport.policycompiler.SkillCompiler;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.wasm.WasmEngine;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes policies of documents by the one compiler that a gateway has. Safe for concurrent use; whoever made it closes it. */
public final class CompiledPolicies implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CompiledPolicies.class);

    private final RegoCompiler rego;
    private final PolicyCompiler compiler;
    private final WasmEngine modules;
    private final InstantSource wall;
    private final EvalClock clock;
    private final Evaluation evaluation;
    private final SkillCompiler skills;

    private CompiledPolicies(
            RegoCompiler rego,
            PolicyCompiler compiler,
            Evaluation evaluation,
            PathCase pathCase,
            InstantSource wall,
            LongSupplier nanoClock) {
        this.rego = rego;
        this.compiler = compiler;
        this.modules = new WasmEngine(evaluation.modules(), nanoClock);
        this.evaluation = evaluation;
        this.wall = wall;
        this.clock = EvalClock.of(wall, new SecureRandom());
        this.skills = new SkillCompiler(evaluation.limits(), clock, evaluation.toBytecode(), pathCase);
    }

    /**
     * Policies whose Rego sees that wall clock.
     *
     * @param sandboxes how the Rego of one sandbox is taken
     * @param guardrails how the security team's is
     * @param evaluation how all of it is evaluated
     * @param rules how documents are read
     * @param nanoClock elapsed nanoseconds, by which waiting for the compiler is measured
     */
    public static CompiledPolicies of(
            Authoring sandboxes,
            Authoring guardrails,
            Evaluation evaluation,
            DocumentRules rules,
            InstantSource wall,
            LongSupplier nanoClock) {
        var rego = new RegoCompiler(CompilerSettings.defaults(), nanoClock);
        var compiler = new PolicyCompiler(rego, guardrails, sandboxes, evaluation.toBytecode(), rules);
        return new CompiledPolicies(rego, compiler, evaluation, rules.leases().pathCase(), wall, nanoClock);
    }

    /** Policies with the bounds that ship. */
    public static CompiledPolicies withDefaults(InstantSource wall, LongSupplier nanoClock) {
        return of(
                Authoring.ofSandbox(),
                Authoring.ofGuardrails(),
                Evaluation.BY_DEFAULT,
                DocumentRules.BY_DEFAULT,
                wall,
                nanoClock);
    }

    /**
     * Reads and compiles what a runner gave; waits for the compiler where there is Rego to compile.
     *
     * @param requester whose share of the compiler it costs
     * @param effective {@code documents} with the limits that their lease inherits
     * @param compiled where compiled Rego is looked for and kept
     * @param submitted whether a runner gave it just now, rather than the state: what must hold at submission is asked then
     */
    public Compilation<SandboxSpec> sandbox(
            SandboxId requester,
            SandboxDocuments documents,
            SandboxDocuments effective,
            Store compiled,
            boolean submitted) {
        Instant at = submitted ? wall.instant() : null;
        return switch (compiler.sandbox(effective, requester.text(), at, new Plans(compiled))) {
            case Compilation.Ready<SandboxPolicy>(SandboxPolicy policy, var warnings) ->
                new Compilation.Ready<>(new SandboxSpec(documents, effective, policy), warnings);
            case Compilation.Refused<SandboxPolicy>(var diagnostics) -> new Compilation.Refused<>(diagnostics);
            case Compilation.Unavailable<SandboxPolicy>(var why) -> new Compilation.Unavailable<>(why);
        };
    }

    /** The same where nothing is inherited. */
    public Compilation<SandboxSpec> sandbox(SandboxId requester, SandboxDocuments documents, Store compiled) {
        return sandbox(requester, documents, documents, compiled, true);
    }

    /**
     * Reads and compiles the manifest of a skill.
     *
     * @param file the name for diagnostics, as {@code rust.yaml}
     */
    public Compilation<Skill> skill(String file, String text) {
        return skills.skill(file, text);
    }

    /** Reads and compiles what the security team gave; none is compiled of nothing. */
    public Compilation<AuthoredRego> guardrails(GuardrailsDocuments documents, Store compiled) {
        var plans = new Plans(compiled);
        return documents.compiled() instanceof BundledPolicy(var program)
                ? compiler.guardrails(program, documents.rego(), documents.data(), modules, plans)
                : compiler.guardrails(documents.rego(), documents.data(), plans);
    }

    /**
     * What a sandbox of that record is judged by beside {@code guardrails}.
     *
     * @param spec null where its record does not load: everything is refused then
     */
    PolicySnapshot snapshot(@Nullable SandboxSpec spec, AuthoredRego guardrails, SandboxRecord record) {
        SandboxDocuments documents = record.documents();
        var facts = new SandboxFacts(
                record.id(), documents.run(), documents.labels(), record.phase(), documents.phaseGates());
        if (spec == null) {
            Decision denied = Decision.Deny.of(ReasonCode.POLICY_ERROR);
            return new PolicySnapshot(facts, record.generation(), Secrets.sha256(""), null, List.of(), _ -> denied);
        }
        return snapshot(spec, guardrails, facts, record.generation());
    }

    /** The whole policy of a sandbox of those facts beside {@code guardrails}. */
    public PolicySnapshot snapshot(SandboxSpec spec, AuthoredRego guardrails, SandboxFacts facts, long generation) {
        return spec.policy().under(guardrails, facts, generation, evaluation.limits(), clock, evaluation.cache());
    }

    /**
     * Why a policy decides one request as it does.
     *
     * @param snapshot {@code spec} under {@code guardrails}
     */
    public Explanation explain(SandboxSpec spec, AuthoredRego guardrails, PolicySnapshot snapshot, Question question) {
        return compiler.explain(
                spec.effective(), spec.policy(), guardrails, snapshot, question, evaluation.limits(), clock);
    }

    /**
     * The least that would have to be granted beside so that refused requests pass.
     *
     * @param parent JSON text of the lease that theirs must stay within, or null
     */
    public Suggestion suggest(
            SandboxSpec spec,
            AuthoredRego guardrails,
            SandboxFacts facts,
            Collection<? extends Question> questions,
            @Nullable String parent) {
        return compiler.suggest(
                spec.effective(), spec.policy(), guardrails, facts, questions, parent, evaluation.limits(), clock);
    }

    /** The policy as one ordinary OPA bundle (tar.gz); {@code team} is what {@code guardrails} became. */
    public Compilation<byte[]> bundle(
            SandboxSpec spec, AuthoredRego team, GuardrailsDocuments guardrails, BundleTarget target) {
        if (guardrails.compiled() != null) {
            return new Compilation.Refused<>(List.of(Diagnostic.error(
                    "bundle",
                    0,
                    0,
                    DiagnosticCode.COMPILED_POLICY,
                    "guardrails that were compiled elsewhere cannot be made part of another bundle",
                    "build it from their Rego")));
        }
        return compiler.bundle(
                spec.policy(),
                team,
                guardrails.rego(),
                guardrails.data(),
                spec.documents().rego(),
                target);
    }

    @Override
    public void close() {
        modules.close();
        rego.close();
    }

    /** Compiled Rego in the gateway's store. */
    private record Plans(Store store) implements PlanStore {
        @Override
        public byte @Nullable [] find(String digest) throws IOException {
            try {
                return store.bundle(digest);
            } catch (StateException e) {
                throw new IOException(e);
            }
        }

        /** What is not kept is compiled again at the next start: a full disk holds no change up here. */
        @Override
        public void keep(String digest, byte[] bundle) {
            try {
                store.saveBundle(digest, bundle);
            } catch (StateException e) {
                LOG.warn("compiled Rego is not kept: {}", e.getMessage());
            }
        }
    }
}
