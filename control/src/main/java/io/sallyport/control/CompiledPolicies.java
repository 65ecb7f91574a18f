package io.sallyport.control;

import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.skills.Skill;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.PathCase;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.AuthoredRego;
import io.sallyport.policycompiler.Authoring;
import io.sallyport.policycompiler.BundleTarget;
import io.sallyport.policycompiler.Compilation;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.PlanStore;
import io.sallyport.policycompiler.PolicyCompiler;
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
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Policies of the one compiler that a gateway has. Safe for concurrent use; whoever made it closes it. */
public final class CompiledPolicies implements Policies, AutoCloseable {
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

    @Override
    public Made<SandboxPolicy> sandbox(
            SandboxId requester, SandboxDocuments documents, Store compiled, boolean submitted) {
        Instant at = submitted ? wall.instant() : null;
        return made(compiler.sandbox(documents, requester.text(), at, new Plans(compiled)), Sandbox::new);
    }

    @Override
    public Made<Skill> skill(String file, String text) {
        return made(skills.skill(file, text), skill -> skill);
    }

    @Override
    public Made<GuardrailsPolicy> guardrails(GuardrailsDocuments documents, Store compiled) {
        var plans = new Plans(compiled);
        return made(
                documents.compiled() instanceof BundledPolicy(var program)
                        ? compiler.guardrails(program, documents.rego(), documents.data(), modules, plans)
                        : compiler.guardrails(documents.rego(), documents.data(), plans),
                Guardrails::new);
    }

    @Override
    public Explanation explain(
            SandboxPolicy sandbox,
            GuardrailsPolicy guardrails,
            SandboxDocuments documents,
            PolicySnapshot snapshot,
            Question question) {
        if (!(sandbox instanceof Sandbox made) || !(guardrails instanceof Guardrails(AuthoredRego rego))) {
            throw new IllegalArgumentException("a policy of another compiler: " + sandbox + ", " + guardrails);
        }
        return compiler.explain(documents, made.policy, rego, snapshot, question, evaluation.limits(), clock);
    }

    @Override
    public Suggestion suggest(
            SandboxPolicy sandbox,
            GuardrailsPolicy guardrails,
            SandboxDocuments documents,
            SandboxFacts facts,
            Collection<? extends Question> questions,
            @Nullable String parent) {
        if (!(sandbox instanceof Sandbox made) || !(guardrails instanceof Guardrails(AuthoredRego rego))) {
            throw new IllegalArgumentException("a policy of another compiler: " + sandbox + ", " + guardrails);
        }
        return compiler.suggest(documents, made.policy, rego, facts, questions, parent, evaluation.limits(), clock);
    }

    /** The policy as one ordinary OPA bundle (tar.gz); {@code policy} and {@code team} are some that were made here. */
    public Made<byte[]> bundle(
            SandboxPolicy policy,
            GuardrailsPolicy team,
            GuardrailsDocuments guardrails,
            SandboxDocuments documents,
            BundleTarget target) {
        if (!(policy instanceof Sandbox made) || !(team instanceof Guardrails(AuthoredRego rego))) {
            throw new IllegalArgumentException("a policy of another compiler: " + policy + ", " + team);
        }
        if (guardrails.compiled() != null) {
            return new Made.Refused<>(List.of(Diagnostic.error(
                    "bundle",
                    0,
                    0,
                    "COMPILED_POLICY",
                    "guardrails that were compiled elsewhere cannot be made part of another bundle",
                    "build it from their Rego")));
        }
        return made(
                compiler.bundle(made.policy, rego, guardrails.rego(), guardrails.data(), documents.rego(), target),
                bundle -> bundle);
    }

    @Override
    public void close() {
        modules.close();
        rego.close();
    }

    private static <T, P> Made<P> made(Compilation<T> compilation, Function<T, P> wrap) {
        return switch (compilation) {
            case Compilation.Ready<T>(var value, var warnings) -> new Made.Ready<>(wrap.apply(value), warnings);
            case Compilation.Refused<T>(var diagnostics) -> new Made.Refused<>(diagnostics);
            case Compilation.Unavailable<T>(var why) -> new Made.Unavailable<>(why);
        };
    }

    private record Guardrails(AuthoredRego rego) implements GuardrailsPolicy {
        @Override
        public String digest() {
            return rego.digest();
        }

        @Override
        public List<String> bundles() {
            return rego.bundles();
        }
    }

    private final class Sandbox implements SandboxPolicy {
        private final io.sallyport.policycompiler.SandboxPolicy policy;

        private Sandbox(io.sallyport.policycompiler.SandboxPolicy policy) {
            this.policy = policy;
        }

        @Override
        public List<String> bundles() {
            return policy.bundles();
        }

        @Override
        public @Nullable LeaseTerm term() {
            return policy.term();
        }

        @Override
        public List<String> allowed() {
            return policy.allowed();
        }

        @Override
        public RuntimeFetch runtimeFetch() {
            return policy.runtimeFetch();
        }

        @Override
        public List<Sourced> apiServers() {
            return policy.apiServers();
        }

        @Override
        public Made<PolicySnapshot> under(GuardrailsPolicy guardrails, SandboxFacts facts, long generation) {
            if (!(guardrails instanceof Guardrails(AuthoredRego rego))) {
                throw new IllegalArgumentException("guardrails of another compiler: " + guardrails);
            }
            return new Made.Ready<>(
                    policy.under(rego, facts, generation, evaluation.limits(), clock, evaluation.cache()), List.of());
        }
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
