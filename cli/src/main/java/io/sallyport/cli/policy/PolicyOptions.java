package io.sallyport.cli.policy;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.Compilations;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.command.DocumentsOptions;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.cli.policy.schema.ListSchemas;
import io.sallyport.cli.policy.schema.SchemaOptions;
import io.sallyport.configuration.Config;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.DialStep;
import io.sallyport.control.Evaluation;
import io.sallyport.control.SandboxSpec;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.Judge;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.EffectiveLine;
import io.sallyport.decision.explain.EffectivePolicy;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.TrialTerms;
import io.sallyport.policycompiler.BundleTarget;
import io.sallyport.policycompiler.DocumentLint;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.policycompiler.bundle.BundleLimits;
import io.sallyport.policycompiler.bundle.BundleRead;
import io.sallyport.policycompiler.bundle.BundleReader;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** The flags of a whole policy: documents and guardrails, compiled locally as a gateway would. */
final class PolicyOptions {
    /** The id of the sandbox, as Rego sees it. */
    static final SandboxId ID = new SandboxId("local");

    private static final SandboxFacts SHOWN =
            new SandboxFacts(new SandboxId("documents"), null, Map.of(), Phase.PLANNING);

    @Mixin
    private DocumentsOptions documents = new DocumentsOptions();

    @Mixin
    private GuardrailsOptions guardrails = new GuardrailsOptions();

    @Mixin
    private SchemaOptions schema = new SchemaOptions();

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
        return compile(DecisionCache.OFF, InstantSource.system(), warned, use);
    }

    /** Returns the policy for a sandbox with those facts, which reads the time from {@code wall}. */
    PolicySnapshot snapshot(SandboxFacts facts, DecisionCache cache, InstantSource wall, Consumer<Diagnostic> warned)
            throws CliException {
        return compile(
                cache,
                wall,
                warned,
                (policies, compiled) -> policies.snapshot(compiled.sandbox(), compiled.guardrails(), facts, 1));
    }

    /** Judges a question at a time, while modules of guardrails are still open. */
    Judge.Judgement judge(PolicyQuestion asked, InstantSource wall, Consumer<Diagnostic> warned) throws CliException {
        return compile(
                DecisionCache.OFF,
                wall,
                warned,
                (policies, compiled) -> policies.snapshot(compiled.sandbox(), compiled.guardrails(), asked.facts(), 1)
                        .judge(asked.question(), asked.headers()));
    }

    /** Returns the whole policy as one bundle of Rego and data: library, grants, lists, and what authors wrote. */
    OpaBundle whole(InstantSource wall, Consumer<Diagnostic> warned) throws CliException {
        byte[] archive = compile(
                DecisionCache.OFF,
                wall,
                warned,
                (policies, compiled) -> Compilations.ready(
                        policies.bundle(
                                compiled.sandbox(), compiled.guardrails(), compiled.team(), BundleTarget.REGO, null),
                        SourceTexts.NONE,
                        warned));
        return switch (BundleReader.read(archive, BundleLimits.DEFAULTS, null)) {
            case BundleRead.Accepted(OpaBundle bundle) -> bundle;
            case BundleRead.Rejected rejected -> throw CliException.unusable("the policy as a bundle: " + rejected);
        };
    }

    /** Explains the decision on a question at a time. */
    Explanation explain(PolicyQuestion asked, InstantSource wall, Consumer<Diagnostic> warned) throws CliException {
        return compile(DecisionCache.OFF, wall, warned, (policies, compiled) -> {
            PolicySnapshot snapshot = policies.snapshot(compiled.sandbox(), compiled.guardrails(), asked.facts(), 1);
            return dialStep()
                    .of(policies.explain(
                            compiled.sandbox(), compiled.guardrails(), snapshot, asked.question(), asked.headers()));
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

    /**
     * Returns what the policy says and hardly means, besides the warnings of its compilation, which go to {@code
     * warned}.
     */
    List<Diagnostic> lint(Consumer<Diagnostic> warned) throws CliException {
        return compile(warned, (policies, compiled) -> {
            var found = new ArrayList<>(DocumentLint.of(documents.read(), documents.rules(config)));
            found.addAll(policies.constantRules(compiled.sandbox(), compiled.guardrails(), store));
            return found;
        });
    }

    /** Returns what the policy lets a sandbox do, line by line. */
    EffectivePolicy effective(Consumer<Diagnostic> warned) throws CliException {
        return compile(warned, (policies, compiled) -> {
            List<EffectiveLine> lines = new ArrayList<>(policies.lines(compiled.guardrails(), store));
            lines.addAll(policies.lines(compiled.sandbox(), store));
            PolicySnapshot snapshot = policies.snapshot(compiled.sandbox(), compiled.guardrails(), SHOWN, 1);
            return new EffectivePolicy(
                    SHOWN.id(),
                    1,
                    snapshot.digest(),
                    true,
                    SHOWN.phase(),
                    snapshot.expiresAt(),
                    null,
                    Map.of(),
                    TrialTerms.NONE,
                    lines);
        });
    }

    /** Returns the check of what a dialer would refuse although policy allows it. */
    DialStep dialStep() throws CliException {
        return new DialStep(config.dials());
    }

    /** Returns the flag of the operator's configuration. */
    ConfigFlag config() {
        return config;
    }

    /** Adds guardrails that were named without their flag. */
    void addGuardrails(List<Path> paths) {
        guardrails.add(paths);
    }

    /** Returns the flags of those who sign bundles. */
    KeyOptions keys() {
        return guardrails.keys();
    }

    /** Returns the version of the Rego that is written in files. */
    RegoVersion version() {
        return version.version();
    }

    /** Returns whether any document of a sandbox is named. */
    boolean hasDocuments() throws CliException {
        return !documents.read().equals(SandboxDocuments.NONE);
    }

    /** Returns whether any document, guardrail or schema is named. */
    boolean isGiven() throws CliException {
        return guardrails.isGiven() || schema.isGiven() || !documents.read().equals(SandboxDocuments.NONE);
    }

    /** Returns whether what the authors wrote has that text in it. */
    boolean mentions(String wanted) throws CliException {
        return Stream.concat(
                        guardrails.read(version.version()).rego().values().stream(),
                        documents.read().rego().values().stream())
                .anyMatch(text -> text.contains(wanted));
    }

    /** Returns what the authors wrote, and the security team's lists, without library and grants. */
    OpaBundle authored() throws CliException {
        var modules = new TreeMap<>(guardrails.read(version.version()).rego());
        documents
                .read()
                .rego()
                .forEach((name, text) -> modules.put(modules.containsKey(name) ? "sandbox/" + name : name, text));
        return OpaBundle.of(modules, version.version().number(), lists());
    }

    /** Returns {@code data} as guardrails see it. */
    private RegoObject lists() throws CliException {
        String text = guardrails.read(version.version()).data();
        return RegoObject.growing()
                .put("lists", text == null ? EntryObject.EMPTY : object(text))
                .sealed();
    }

    private static RegoValue object(String text) throws CliException {
        return switch (RegoJson.parse(text, JsonLimits.DOCUMENT)) {
            case ParsedJson.Accepted(RegoValue value) -> value;
            case ParsedJson.Rejected(String why, int line, int column) ->
                throw CliException.unusable("data:" + line + ":" + column + ": " + why);
        };
    }

    /** Prints warnings on standard error. */
    Consumer<Diagnostic> toldTo(CommandSpec spec) throws CliException {
        PrintWriter err = spec.commandLine().getErr();
        SourceTexts texts = texts();
        return warning -> CheckReport.print(warning, texts, err);
    }

    /** The same, by a clock and with a memory of decisions. */
    <T> T compile(DecisionCache cache, InstantSource wall, Consumer<Diagnostic> warned, Use<T> use)
            throws CliException {
        SandboxDocuments sandbox = documents.read();
        GuardrailsDocuments team = guardrails.read(version.version());
        ListSchemas schemas = schema.read();
        requireMatching(schemas, team.data());
        try (var policies = policies(schemas, cache, wall)) {
            AuthoredRego beside =
                    Compilations.ready(policies.guardrails(team, store), guardrails.texts(version.version()), warned);
            SandboxSpec own = Compilations.ready(policies.sandbox(ID, sandbox, store), documents.texts(), warned);
            return use.of(policies, new Compiled(own, team, beside));
        }
    }

    /** Returns what the flags name, as diagnostics refer to it. */
    SourceTexts texts() throws CliException {
        return documents.texts().and(guardrails.texts(version.version()));
    }

    private static void requireMatching(ListSchemas schemas, @Nullable String data) throws CliException {
        if (data != null && object(data) instanceof RegoObject lists) {
            schemas.require(lists, data);
        }
    }

    private CompiledPolicies policies(ListSchemas schemas, DecisionCache cache, InstantSource wall)
            throws CliException {
        return CompiledPolicies.of(
                Authoring.ofSandbox().in(version.version()),
                Authoring.ofGuardrails().in(version.version()).describedBy(schemas.texts()),
                evaluation().remembering(cache),
                documents.rules(config),
                wall,
                System::nanoTime);
    }

    private Evaluation evaluation() throws CliException {
        Config configured = config.read();
        return configured == null
                ? Evaluation.BY_DEFAULT
                : Evaluation.BY_DEFAULT.within(
                        configured.policy().limits(), configured.policy().modules());
    }
}
