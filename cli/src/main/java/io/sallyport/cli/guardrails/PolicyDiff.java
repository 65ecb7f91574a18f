package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.cli.policy.reach.DifferenceReport;
import io.sallyport.cli.policy.reach.FilesDifference;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Compares two policies by what they let through, or two sets of guardrails of the history as text. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = {
            "Compares two policies, each a lease (.json), a network policy (.yaml), or a folder with any of lease.json,"
                    + " policy.yaml, harness.yaml, rego/ and guardrails/: which requests become reachable, and which"
                    + " no longer are.",
            "Of epochs or digests, prints the difference of two sets of guardrails of a running gateway as unified"
                    + " text."
        },
        exitCodeList = {
            "0:no difference; of guardrails: shown",
            "1:there are differences; the history has no such set",
            "2:the documents or a flag are not usable",
            "3:no gateway answers"
        })
public final class PolicyDiff extends GatewayAnswer implements Callable<Integer> {
    /** What names a set of the history: files with such a name stand behind {@code ./}. */
    private static final Pattern SET = Pattern.compile("[0-9]{1,18}|[0-9a-f]{64}");

    @Mixin
    private ConfigFlag config = new ConfigFlag();

    @Parameters(index = "0", paramLabel = "OLD", description = "A file or folder; or an epoch or a digest.")
    private String from = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NEW",
            description = "The same (default for guardrails: the newest set).")
    private @Nullable String to;

    @Override
    public Integer call() throws CliException {
        boolean isHistory =
                SET.matcher(from).matches() && (to == null || SET.matcher(to).matches());
        return isHistory
                ? print(
                        client -> client.diffGuardrails(from, to),
                        answer -> answer.path("diff").asString())
                : ofFiles();
    }

    private int ofFiles() throws CliException {
        if (to == null) {
            throw CliException.unusable(from + ": compared with nothing (expected: OLD and NEW, or an epoch)");
        }
        DifferenceReport report = FilesDifference.of(Path.of(from), Path.of(to), config);
        PrintWriter out = spec().commandLine().getOut();
        out.print(isJson() ? report.json() + "\n" : report.text());
        out.flush();
        return report.differs() ? ExitCodes.NO : ExitCodes.OK;
    }
}
