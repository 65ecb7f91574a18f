package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.policy.reach.PolicyFiles;
import io.sallyport.cli.policy.reach.PolicySides;
import io.sallyport.cli.policy.reach.ProofReport;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.reach.PropertyReader;
import io.sallyport.policycompiler.reach.Prover;
import io.sallyport.policycompiler.reach.ReachDifference.Side;
import io.sallyport.policycompiler.reach.ReachProperty;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        ProofReport report = policy.compile(policy.toldTo(spec), (policies, compiled) -> {
            var sides = new PolicySides(policies);
            List<ReachProperty> properties = written();
            if (within != null) {
                properties.add(ceiling(sides, within));
            }
            return prove(properties, sides.side(compiled.sandbox(), compiled.guardrails()));
        });
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? report.json() + "\n" : report.text());
        out.flush();
        return report.isProven() ? ExitCodes.OK : ExitCodes.NO;
    }

    private static ProofReport prove(List<ReachProperty> properties, Side side) {
        var prover = new Prover(side.reach(), side.policy());
        var report = new ProofReport();
        properties.forEach(property -> report.add(property, prover.prove(property)));
        return report;
    }

    private List<ReachProperty> written() throws CliException {
        List<ReachProperty> properties = new ArrayList<>();
        for (String pattern : never) {
            properties.add(read("--never: " + pattern, PropertyReader.never(pattern)));
        }
        if (only != null) {
            properties.add(read("--only: " + only + " at " + at, PropertyReader.only(only, at)));
        }
        return properties;
    }

    private static ReachProperty read(String written, Parsed<ReachProperty> read) throws CliException {
        return switch (read) {
            case Parsed.Accepted<ReachProperty>(ReachProperty property) -> property;
            case Parsed.Rejected<ReachProperty>(String why, int _) -> throw CliException.unusable(written + ": " + why);
        };
    }

    private ReachProperty ceiling(PolicySides sides, Path path) throws CliException {
        Side above = sides.side(PolicyFiles.ceiling(path));
        return new ReachProperty.Within("within " + path, above.reach(), above.policy());
    }
}
