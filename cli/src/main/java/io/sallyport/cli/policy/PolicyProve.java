package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.policy.reach.PolicyFiles;
import io.sallyport.cli.policy.reach.ProofReport;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.SandboxSpec;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.Phase;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.reach.PropertyReader;
import io.sallyport.policycompiler.reach.Prover;
import io.sallyport.policycompiler.reach.ReachProperty;
import io.sallyport.regoengine.builtin.pattern.automaton.StateBudget;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Proves what holds of every request that a policy lets through. */
@Command(
        name = "prove",
        mixinStandardHelpOptions = true,
        description = {
            "Proves for leases, network policies and allowlists what holds of every request, without trying them one"
                    + " by one. Where a property does not hold, prints a request that the compiled policy allows.",
            "In a pattern, what is not written means any: method, port, path, and of a bare host the scheme."
        },
        exitCodeList = {
            "0:every property is proven",
            "1:a property is refuted, or neither proven nor refuted",
            "2:the documents or properties are not usable"
        })
final class PolicyProve implements Callable<Integer> {
    /** The limit of automaton states of one command; some seconds. */
    static final long MAX_STATES = 20_000_000;

    private static final SandboxFacts FACTS = new SandboxFacts(PolicyOptions.ID, null, Map.of(), Phase.PLANNING);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Option(
            names = "--never",
            paramLabel = "'[METHOD] PATTERN'",
            description = "No such request passes; repeatable. PATTERN is a host or URL pattern, as in a lease.")
    private List<String> never = new ArrayList<>();

    @Option(names = "--only", paramLabel = "METHOD[,METHOD...]", description = "No request with another method passes.")
    private @Nullable String only;

    @Option(
            names = "--at",
            paramLabel = "PATTERN",
            defaultValue = "*",
            description = "The host or URL pattern that --only is about (default: any host).")
    private String at = "*";

    @Option(
            names = "--within",
            paramLabel = "PATH",
            description = "Every request that passes, this policy lets pass too: a lease (.json), a network policy"
                    + " (.yaml), or a folder of them.")
    private @Nullable Path within;

    @Option(names = "--json", description = "Print the results as JSON.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        if (never.isEmpty() && only == null && within == null) {
            throw CliException.unusable("no property (expected: --never, --only or --within)");
        }
        var budget = new StateBudget(MAX_STATES);
        ProofReport report = policy.compile(policy.toldTo(spec), (policies, compiled) -> {
            List<ReachProperty> properties = new ArrayList<>(written(budget));
            if (within != null) {
                properties.add(ceiling(policies, within, budget));
            }
            return prove(properties, policies, compiled, budget);
        });
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? report.json() + "\n" : report.text());
        out.flush();
        return report.isProven() ? ExitCodes.OK : ExitCodes.NO;
    }

    private static ProofReport prove(
            List<ReachProperty> properties,
            CompiledPolicies policies,
            PolicyOptions.Compiled compiled,
            StateBudget budget) {
        PolicySnapshot snapshot = policies.snapshot(compiled.sandbox(), compiled.guardrails(), FACTS, 1);
        var prover = new Prover(policies.reach(compiled.sandbox(), budget), snapshot::decide, budget);
        var report = new ProofReport();
        properties.forEach(property -> report.add(property, prover.prove(property)));
        return report;
    }

    private List<ReachProperty> written(StateBudget budget) throws CliException {
        List<ReachProperty> properties = new ArrayList<>();
        for (String pattern : never) {
            properties.add(read("--never: " + pattern, PropertyReader.never(pattern, budget)));
        }
        if (only != null) {
            properties.add(read("--only: " + only + " at " + at, PropertyReader.only(only, at, budget)));
        }
        return properties;
    }

    private static ReachProperty read(String written, Parsed<ReachProperty> read) throws CliException {
        return switch (read) {
            case Parsed.Accepted<ReachProperty>(ReachProperty property) -> property;
            case Parsed.Rejected<ReachProperty>(String why, int _) -> throw CliException.unusable(written + ": " + why);
        };
    }

    /** Compiles the policy above. Its Rego would refuse more than is computed, so that nothing would be proven. */
    private ReachProperty ceiling(CompiledPolicies policies, Path path, StateBudget budget) throws CliException {
        PolicyFiles files = PolicyFiles.read(path);
        if (files.hasRego()) {
            throw CliException.unusable("--within: " + path + ": Rego is outside of what is proven (expected: a lease"
                    + " or network policy alone)");
        }
        SandboxSpec above = PolicyOptions.ready(
                policies.sandbox(PolicyOptions.ID, files.documents(), new MemoryStore()),
                SourceTexts.NONE,
                policy.toldTo(spec));
        PolicySnapshot snapshot = policies.snapshot(above, AuthoredRego.NONE, FACTS, 1);
        return new ReachProperty.Within("within " + path, policies.reach(above, budget), snapshot::decide);
    }
}
