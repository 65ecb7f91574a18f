package io.sallyport.cli.policy.batch;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.network.CallingProgram;
import io.sallyport.leasebridge.network.NetworkRules;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.dialect.PolicyDialect;
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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles network policies as a gateway compiles the policy of a sandbox without other documents, and keeps those of
 * recent lines. Safe for concurrent use.
 */
final class NetworkSnapshots implements AutoCloseable {
    /** The limit of kept policies, in characters of their text. */
    private static final long MAX_KEPT_CHARS = 4 << 20;

    private static final SandboxFacts FACTS = new SandboxFacts(new SandboxId("batch"), null, Map.of(), Phase.EXECUTION);

    // A line's answer depends only on the line, and the library reads no clock.
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.fixed(Instant.EPOCH), new SecureRandom());

    private final RegoCompiler rego = new RegoCompiler(CompilerSettings.defaults(), System::nanoTime);
    private final Cache<Key, Compiled> kept = Caffeine.newBuilder()
            .maximumWeight(MAX_KEPT_CHARS)
            .<Key, Compiled>weigher((key, _) -> key.yaml().length() + 1)
            .build();

    /**
     * What a snapshot is made of.
     *
     * @param program the program that asks; null if the line does not say
     */
    record Key(String yaml, PolicyDialect dialect, @Nullable CallingProgram program) {}

    /** The result of compiling a policy. */
    sealed interface Compiled {}

    /** A policy that could be put into force. */
    record Ready(PolicySnapshot snapshot) implements Compiled {}

    /** @param why the first error */
    record Refused(String why) implements Compiled {}

    Compiled compile(Key key) {
        return kept.get(key, this::compiled);
    }

    private Compiled compiled(Key key) {
        NetworkRules network = NetworkRules.BY_DEFAULT.in(key.dialect()).askedBy(key.program());
        var compiler = new PolicyCompiler(
                rego,
                Authoring.ofGuardrails(),
                Authoring.ofSandbox(),
                ToBytecode.WHEN_USED,
                DocumentRules.BY_DEFAULT.with(network));
        SandboxDocuments documents =
                SandboxDocuments.builder().policy(key.yaml()).build();
        return switch (compiler.sandbox(documents, FACTS.id().text(), null, PlanStore.NONE)) {
            case Compilation.Ready<SandboxPolicy>(var policy, var _) ->
                new Ready(policy.under(AuthoredRego.NONE, FACTS, 1, Limits.DEFAULT, CLOCK));
            case Compilation.Refused<SandboxPolicy>(var diagnostics) ->
                new Refused(diagnostics.stream()
                        .filter(Diagnostic::isError)
                        .map(Diagnostic::toString)
                        .findFirst()
                        .orElse("the policy does not load"));
            case Compilation.Unavailable<SandboxPolicy>(var why) -> new Refused(why);
        };
    }

    @Override
    public void close() {
        rego.close();
    }
}
