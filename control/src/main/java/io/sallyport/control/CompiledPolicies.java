package io.sallyport.control;

import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.VerifiedClaims;
import io.sallyport.decision.explain.EffectiveLine;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.PolicyLayer;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.skills.Skill;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.Decision;
import io.sallyport.model.PathCase;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.identity.IdentityClaims;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.policycompiler.BundleTarget;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.PolicyCompiler;
import io.sallyport.policycompiler.SandboxPolicy;
import io.sallyport.policycompiler.SkillCompiler;
import io.sallyport.policycompiler.Trials;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.CompiledGuardrails;
import io.sallyport.policycompiler.author.ConstantRules;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.policycompiler.author.WrittenRules;
import io.sallyport.policycompiler.reach.Reach;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.wasm.WasmEngine;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compiles documents into policies with the gateway's one compiler. Safe for concurrent use; the creator closes it. */
public final class CompiledPolicies implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CompiledPolicies.class);

    private final RegoCompiler rego;
    private final PolicyCompiler compiler;
    private final WasmEngine modules;
    private final InstantSource wall;
    private final EvalClock clock;
    private final Evaluation evaluation;
    private final SkillCompiler skills;
    private final LongAdder relaxed = new LongAdder();

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
     * Creates a compiler whose Rego reads the time from {@code wall}.
     *
     * @param sandboxes how Rego of a single sandbox is accepted
     * @param guardrails how the security team's Rego is accepted
     * @param evaluation how all Rego is evaluated
     * @param rules how documents are read
     * @param nanoClock elapsed nanoseconds; measures the wait for the compiler
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

    /** Creates a compiler with the default limits. */
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
     * Reads and compiles a runner's documents. Waits for the compiler if they contain Rego.
     *
     * @param requester the sandbox whose share of the compiler is used
     * @param above JSON texts of the leases that its lease inherits limits from, nearest first
     * @param compiled the store in which compiled Rego is looked up and kept
     * @param submitted true for documents that a runner submits now, which are also checked against the rules for
     *     submission; false for documents from the state
     */
    public Compilation<SandboxSpec> sandbox(
            SandboxId requester, SandboxDocuments documents, List<String> above, Store compiled, boolean submitted) {
        SandboxDocuments effective = EffectiveLease.of(documents, above);
        Instant at = submitted ? wall.instant() : null;
        Compilation<SandboxPolicy> made = compiler.sandbox(effective, requester.text(), at, new Plans(compiled));
        if (made instanceof Compilation.Ready<SandboxPolicy>(var _, var warnings)) {
            relaxed.add(warnings.stream()
                    .filter(warning -> warning.code().equals(DiagnosticCode.RELAXED.name()))
                    .count());
        }
        return made.map(policy -> new SandboxSpec(documents, effective, policy));
    }

    /**
     * Reads and compiles the documents of a workspace. Waits for the compiler if they contain Rego.
     *
     * @param compiled the store in which compiled Rego is looked up and kept
     * @param submitted true for documents that are submitted now; false for documents from the state
     */
    public Compilation<SandboxSpec> workspace(
            WorkspaceId id, SandboxDocuments documents, Store compiled, boolean submitted) {
        Instant at = submitted ? wall.instant() : null;
        return compiler.workspace(documents, id.ancestor().text(), at, new Plans(compiled))
                .map(policy -> new SandboxSpec(documents, documents, policy));
    }

    /**
     * Returns the policy of a workspace. It holds no guardrails, which each sandbox below is asked about itself, and no
     * phase ever holds it back.
     *
     * @param spec null if there is none that loads; everything is then refused
     */
    PolicySnapshot ceiling(WorkspaceId id, @Nullable SandboxSpec spec, long generation) {
        var facts = new SandboxFacts(id.ancestor(), null, Map.of(), Phase.EXECUTION);
        return spec == null ? refusing(facts, generation) : snapshot(spec, AuthoredRego.NONE, facts, generation);
    }

    private static PolicySnapshot refusing(SandboxFacts facts, long generation) {
        Decision denied = Decision.Deny.of(ReasonCode.POLICY_ERROR);
        return new PolicySnapshot(facts, generation, Sha256.hexOf(""), null, List.of(), _ -> denied);
    }

    /** Returns how often the dialect of network policies relaxed a point since the start, in documents that loaded. */
    public long relaxed() {
        return relaxed.sum();
    }

    /** Compiles newly submitted documents that inherit nothing. */
    public Compilation<SandboxSpec> sandbox(SandboxId requester, SandboxDocuments documents, Store compiled) {
        return sandbox(requester, documents, List.of(), compiled, true);
    }

    /**
     * Reads and compiles the manifest of a skill.
     *
     * @param file file name for diagnostics, such as {@code rust.yaml}
     */
    public Compilation<Skill> skill(String file, String text) {
        return skills.skill(file, text);
    }

    /** Reads and compiles the security team's documents. Empty documents compile to empty guardrails. */
    public Compilation<AuthoredRego> guardrails(GuardrailsDocuments documents, Store compiled) {
        var plans = new Plans(compiled);
        CompiledGuardrails program = documents.compiled();
        return program == null
                ? compiler.guardrails(documents.rego(), documents.data(), plans)
                : compiler.guardrails(program, documents.rego(), documents.data(), modules, plans);
    }

    /**
     * Returns the policy of a recorded sandbox, combined with {@code guardrails}.
     *
     * @param trials what is tried beside it
     * @param spec null if the record does not load; everything is then refused
     */
    PolicySnapshot snapshot(@Nullable SandboxSpec spec, AuthoredRego guardrails, Trials trials, SandboxRecord record) {
        SandboxFacts facts = facts(record);
        return spec == null
                ? refusing(facts, record.generation())
                : snapshot(spec, guardrails, trials, facts, record.generation());
    }

    /** Returns what policy is told of a recorded sandbox. */
    public static SandboxFacts facts(SandboxRecord record) {
        SandboxDocuments documents = record.documents();
        return new SandboxFacts(
                record.id(),
                documents.run(),
                documents.labels(),
                record.phase(),
                documents.phaseGates(),
                record.lease() == null ? Map.of() : record.lease().subject(),
                claims(documents.identity()));
    }

    private static @Nullable VerifiedClaims claims(@Nullable IdentityClaims stored) {
        return stored != null && RegoJson.valueOf(stored.claims()) instanceof RegoObject claims
                ? new VerifiedClaims(stored.issuer(), stored.expiresAt(), claims)
                : null;
    }

    /** Returns the whole policy of a sandbox, combined with {@code guardrails}. */
    public PolicySnapshot snapshot(SandboxSpec spec, AuthoredRego guardrails, SandboxFacts facts, long generation) {
        return snapshot(spec, guardrails, Trials.NONE, facts, generation);
    }

    /** Returns the same, whose Rego reads the time from {@code time}, and which remembers no decision. */
    PolicySnapshot snapshot(
            SandboxSpec spec, AuthoredRego guardrails, SandboxFacts facts, long generation, InstantSource time) {
        EvalClock at = EvalClock.of(time, new SecureRandom());
        return spec.policy()
                .under(guardrails, Trials.NONE, facts, generation, evaluation.limits(), at, DecisionCache.OFF);
    }

    private PolicySnapshot snapshot(
            SandboxSpec spec, AuthoredRego guardrails, Trials trials, SandboxFacts facts, long generation) {
        return spec.policy()
                .under(guardrails, trials, facts, generation, evaluation.limits(), clock, evaluation.cache());
    }

    /**
     * Explains why a policy decides one question as it does.
     *
     * @param snapshot {@code spec} combined with {@code guardrails}
     * @param headers of the question, if it is a request
     */
    public Explanation explain(
            SandboxSpec spec,
            AuthoredRego guardrails,
            PolicySnapshot snapshot,
            Question question,
            RequestHeaders headers) {
        return compiler.explain(
                spec.effective(), spec.policy(), guardrails, snapshot, question, headers, evaluation.limits(), clock);
    }

    /**
     * Returns the smallest additional grants under which the refused questions would pass.
     *
     * @param parent JSON text of the lease that the sandbox's lease must stay within, or null
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

    /**
     * Returns each line of a sandbox's documents and Rego, and where it is written.
     *
     * @param store the one that it was compiled with
     */
    public List<EffectiveLine> lines(SandboxSpec spec, Store store) {
        return compiler.lines(spec.effective(), spec.policy(), new Plans(store));
    }

    /** Returns each rule of guardrails, which hold for every sandbox. */
    public List<EffectiveLine> lines(AuthoredRego guardrails, Store store) {
        return WrittenRules.of(guardrails.bundles(), PolicyLayer.ORGANISATION, "guardrails", new Plans(store));
    }

    /** Computes which requests through the proxy the documents of a sandbox let through, Rego aside. */
    public Reach reach(SandboxSpec spec) {
        return compiler.reach(spec.effective());
    }

    /**
     * Returns the policy as one ordinary OPA bundle (tar.gz). {@code team} is the compiled form of {@code guardrails}.
     *
     * @param revision in the manifest; null for the digest of the grants
     */
    public Compilation<byte[]> bundle(
            SandboxSpec spec,
            AuthoredRego team,
            GuardrailsDocuments guardrails,
            BundleTarget target,
            @Nullable String revision) {
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
                target,
                revision);
    }

    @Override
    public void close() {
        modules.close();
        rego.close();
    }

    /**
     * Returns what the Rego of a sandbox and of the security team denies whatever is asked, or never.
     *
     * @param store the one that both were compiled with
     */
    public List<Diagnostic> constantRules(SandboxSpec sandbox, AuthoredRego guardrails, Store store) {
        var plans = new Plans(store);
        List<Diagnostic> found = new ArrayList<>(ConstantRules.of(
                guardrails.bundles(),
                "sallyport/guardrails",
                guardrails.author().data(),
                plans,
                clock));
        found.addAll(
                ConstantRules.of(sandbox.policy().bundles(), "sallyport/sandbox", EntryObject.EMPTY, plans, clock));
        return found;
    }

    /** Stores compiled Rego in the gateway's store. */
    private record Plans(Store store) implements PlanStore {
        @Override
        public byte @Nullable [] find(String digest) throws IOException {
            try {
                return store.bundle(digest);
            } catch (StateException e) {
                throw new IOException(e);
            }
        }

        /**
         * Logs a failure instead of throwing, so that a full disk delays no change. The Rego is compiled again at the
         * next start.
         */
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
