package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.policy.results.SampledCost;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Measures the cost of the decision on one request. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the decision on one request, fresh and remembered: nanoseconds and bytes, after " + "a warm-up.",
            "Times depend on this machine and its load: compare policies in one session."
        })
final class PolicyBench implements Callable<Integer> {
    private static final int LONGEST_SECONDS = 600;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Mixin
    private AskedOptions asked = new AskedOptions();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Seconds of each measurement, after as long a warm-up (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--json", description = "Print one object with a member for each way.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        if (seconds < 1 || seconds > LONGEST_SECONDS) {
            throw CliException.unusable("--seconds: " + seconds + " (expected: 1 to " + LONGEST_SECONDS + ")");
        }
        PolicyQuestion question = asked.read();
        Map<String, SampledCost> measured = new TreeMap<>();
        measured.put("afresh", measure("afresh", question, DecisionCache.OFF));
        measured.put("remembered", measure("remembered", question, DecisionCache.BY_DEFAULT));
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? json(measured) : table(measured));
        out.flush();
        return ExitCodes.OK;
    }

    private SampledCost measure(String way, PolicyQuestion question, DecisionCache cache) throws CliException {
        PolicySnapshot snapshot = policy.snapshot(question.facts(), cache, asked.clock(), policy.toldTo(spec));
        PrintWriter err = spec.commandLine().getErr();
        err.println(way + ": " + seconds + " s of warm-up, " + seconds + " s measured ...");
        err.flush();
        return SampledCost.of(() -> decide(snapshot, question), seconds, System::nanoTime);
    }

    private static Decision decide(PolicySnapshot snapshot, PolicyQuestion asked) {
        return switch (asked.question()) {
            case CanonicalRequest request -> snapshot.decide(request, asked.headers());
            case CanonicalAction action -> snapshot.decide(action);
        };
    }

    private static String table(Map<String, SampledCost> measured) {
        var text = new StringBuilder(row("", "ns/op", "fastest", "slowest", "B/op", "decisions"));
        measured.forEach((way, sampled) -> text.append(row(
                way,
                number(sampled.median()),
                number(sampled.fastest()),
                number(sampled.slowest()),
                number(sampled.bytes()),
                Long.toString(sampled.done()))));
        return text + "(ns/op: the median of " + SampledCost.WINDOWS + " windows)";
    }

    private static String row(Object... cells) {
        return "%-12s%12s%12s%12s%12s%14s%n".formatted(cells);
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, number < 100 ? "%.1f" : "%.0f", number);
    }

    private static ObjectNode json(Map<String, SampledCost> measured) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        measured.forEach((way, sampled) -> object.putObject(way)
                .put("ns_per_op", sampled.median())
                .put("fastest_ns_per_op", sampled.fastest())
                .put("slowest_ns_per_op", sampled.slowest())
                .put("bytes_per_op", sampled.bytes())
                .put("decisions", sampled.done()));
        return object;
    }
}
