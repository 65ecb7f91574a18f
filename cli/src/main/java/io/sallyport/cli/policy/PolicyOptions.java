package io.sallyport.cli.policy;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.command.DocumentsOptions;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.DialStep;
import io.sallyport.control.Evaluation;
import io.sallyport.control.SandboxSpec;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.AuthoredRego;
import io.sallyport.policycompiler.Authoring;
import io.sallyport.policycompiler.Compilation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The flags of a whole policy: documents and guardrails, compiled locally as a gateway would. */
final class PolicyOptions {
    /** The id of the sandbox, as Rego sees it. */
    static final SandboxId ID = new SandboxId("local");

    @Mixin
    private DocumentsOptions documents = new DocumentsOptions();

    @Option(
            names = "--guardrails",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Rego of package sallyport.guardrails.")
    private List<Path> guardrails = new ArrayList<>();

    @Option(names = "--data", paramLabel = "FILE", description = "JSON object, read by guardrails as data.lists.")
    private @Nullable Path data;

    @Mixin
    private ConfigFlag config = new ConfigFlag();

    @Mixin
    private RegoVersionOption version = new RegoVersionOption();

    /** Caches compilations, so that nothing is compiled twice. */
    private final MemoryStore store = new MemoryStore();

    /** The documents and guardrails named by the flags, with the compiled guardrails. */
    record Compiled(SandboxSpec sandbox, GuardrailsDocuments team, AuthoredRego guardrails) {}

    /** Uses a policy while its compiler is open. */
    interface Use<T> {
        T of(CompiledPolicies policies, Compiled compiled) throws CliException;
    }

    /**
     * Compiles what the flags name, passes warnings to {@code warned}, and calls {@code use}; errors end the command.
     */
    <T> T compile(Consumer<Diagnostic> warned, Use<T> use) throws CliException {
        return compile(DecisionCache.OFF, warned, use);
    }

    /** Returns the policy for a sandbox with those facts. */
    PolicySnapshot snapshot(SandboxFacts facts, DecisionCache cache, Consumer<Diagnostic> warned) throws CliException {
        return compile(
                cache,
                warned,
                (policies, compiled) -> policies.snapshot(compiled.sandbox(), compiled.guardrails(), facts, 1));
    }

    /** Explains the decision for a sandbox with those facts. */
    Explanation explain(Question question, SandboxFacts facts, Consumer<Diagnostic> warned) throws CliException {
        return compile(warned, (policies, compiled) -> {
            PolicySnapshot snapshot = policies.snapshot(compiled.sandbox(), compiled.guardrails(), facts, 1);
            return dialStep().of(policies.explain(compiled.sandbox(), compiled.guardrails(), snapshot, question));
        });
    }

    /** Returns the smallest additional grants for a sandbox with those facts. */
    Suggestion suggest(Collection<? extends Question> refused, SandboxFacts facts, Consumer<Diagnostic> warned)
            throws CliException {
        DialStep dial = dialStep();
        return compile(
                warned,
                (policies, compiled) -> dial.of(
                        refused,
                        questions ->
                                policies.suggest(compiled.sandbox(), compiled.guardrails(), facts, questions, null)));
    }

    /** Returns the check of what a dialer would refuse although policy allows it. */
    DialStep dialStep() throws CliException {
        return new DialStep(config.dials());
    }

    /** Returns whether any document or guardrail is named. */
    boolean isGiven() throws CliException {
        return !guardrails.isEmpty() || data != null || !documents.read().equals(SandboxDocuments.NONE);
    }

    /** Prints warnings on standard error. */
    Consumer<Diagnostic> toldTo(CommandSpec spec) {
        PrintWriter err = spec.commandLine().getErr();
        return warning -> {
            err.println(warning);
            err.flush();
        };
    }

    private <T> T compile(DecisionCache cache, Consumer<Diagnostic> warned, Use<T> use) throws CliException {
        SandboxDocuments sandbox = documents.read();
        var team = new GuardrailsDocuments(InputFiles.rego(guardrails), InputFiles.textOrNull(data));
        try (var policies = policies(cache)) {
            AuthoredRego beside = ready(policies.guardrails(team, store), team.rego(), warned);
            SandboxSpec own = ready(policies.sandbox(ID, sandbox, store), texts(sandbox), warned);
            return use.of(policies, new Compiled(own, team, beside));
        }
    }

    /** Returns the named texts, by the file names in diagnostics. */
    Map<String, String> texts() throws CliException {
        var texts = new HashMap<>(texts(documents.read()));
        texts.putAll(InputFiles.rego(guardrails));
        return texts;
    }

    private static Map<String, String> texts(SandboxDocuments sandbox) {
        var texts = new HashMap<>(sandbox.rego());
        putIfThere(texts, "lease", sandbox.lease());
        putIfThere(texts, "lease_constraints", sandbox.leaseConstraints());
        putIfThere(texts, "harness", sandbox.harness());
        putIfThere(texts, "policy", sandbox.policy());
        return texts;
    }

    private static void putIfThere(Map<String, String> texts, String name, @Nullable String text) {
        if (text != null) {
            texts.put(name, text);
        }
    }

    private CompiledPolicies policies(DecisionCache cache) throws CliException {
        return CompiledPolicies.of(
                Authoring.ofSandbox().in(version.version()),
                Authoring.ofGuardrails().in(version.version()),
                Evaluation.BY_DEFAULT.remembering(cache),
                documents.rules(config),
                InstantSource.system(),
                System::nanoTime);
    }

    private static <T> T ready(Compilation<T> made, Map<String, String> texts, Consumer<Diagnostic> warned)
            throws CliException {
        return switch (made) {
            case Compilation.Ready<T>(T policy, List<Diagnostic> warnings) -> {
                CheckReport.byPlace(warnings).forEach(warned);
                yield policy;
            }
            case Compilation.Refused<T>(var diagnostics) ->
                throw CliException.refused(CheckReport.byPlace(diagnostics), texts);
            case Compilation.Unavailable<T>(var why) -> throw CliException.unreachable("not compiled: " + why);
        };
    }
}
