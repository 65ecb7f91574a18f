package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compares two sets of guardrails of the history. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = "Prints the difference of two sets of guardrails of a running gateway as unified text.",
        exitCodeList = {"0:shown", "1:the history has no such set", "2:a flag is wrong", "3:no gateway answers"})
public final class PolicyDiff extends GatewayAnswer implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FROM", description = "An epoch or a digest.")
    private String from = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "TO",
            description = "An epoch or a digest (default: the newest set).")
    private @Nullable String to;

    @Override
    public Integer call() throws CliException {
        return print(
                client -> client.diffGuardrails(from, to),
                answer -> answer.path("diff").asString());
    }
}
