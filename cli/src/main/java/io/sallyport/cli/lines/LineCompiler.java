package io.sallyport.cli.lines;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.PolicyCompiler;
import io.sallyport.policycompiler.SandboxPolicy;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Compiles a line's document as a gateway compiles that of a sandbox without others. Safe for concurrent use. */
public final class LineCompiler implements AutoCloseable {
    private static final SandboxFacts FACTS = new SandboxFacts(new SandboxId("batch"), null, Map.of(), Phase.EXECUTION);

    // A line's answer depends only on the line, and the library reads no clock.
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.fixed(Instant.EPOCH), new SecureRandom());

    private final RegoCompiler rego = new RegoCompiler(CompilerSettings.defaults(), System::nanoTime);

    /** The result of compiling a document. */
    public sealed interface Compiled {}

    /** A policy that could be put into force. */
    public record Ready(PolicySnapshot snapshot) implements Compiled {}

    /**
     * A document that does not load.
     *
     * @param why the first error
     */
    public record Refused(String why) implements Compiled {}

    /** Returns what compiles by these rules, until this is closed. */
    public PolicyCompiler with(DocumentRules rules) {
        return new PolicyCompiler(rego, Authoring.ofGuardrails(), Authoring.ofSandbox(), ToBytecode.WHEN_USED, rules);
    }

    /** Compiles documents; {@code why} says what is wrong with those that do not load. */
    public static Compiled compile(
            PolicyCompiler compiler, SandboxDocuments documents, Function<List<Diagnostic>, String> why) {
        return switch (compiler.sandbox(documents, FACTS.id().text(), null, PlanStore.NONE)) {
            case Compilation.Ready<SandboxPolicy>(var policy, var _) ->
                new Ready(policy.under(AuthoredRego.NONE, FACTS, 1, Limits.DEFAULT, CLOCK));
            case Compilation.Refused<SandboxPolicy>(var diagnostics) -> new Refused(why.apply(diagnostics));
            case Compilation.Unavailable<SandboxPolicy>(var unavailable) -> new Refused(unavailable);
        };
    }

    @Override
    public void close() {
        rego.close();
    }
}
