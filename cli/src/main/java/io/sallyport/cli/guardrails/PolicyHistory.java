package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows the guardrails that came into force last. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the last guardrails of a running gateway, the newest first: epoch, time, digest, author, note.",
            "With VERSION, prints the Rego of that set."
        },
        exitCodeList = {"0:shown", "1:the history has no such set", "2:a flag is wrong", "3:no gateway answers"})
public final class PolicyHistory extends GatewayAnswer implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "VERSION", description = "An epoch or a digest.")
    private @Nullable String version;

    @Override
    public Integer call() throws CliException {
        String one = version;
        return one == null
                ? print(client -> client.guardrailsHistory(), PolicyHistory::table)
                : print(client -> client.pastGuardrails(one), PolicyHistory::files);
    }

    private static String table(JsonNode answer) {
        var text = new StringBuilder();
        answer.path("history").forEach(past -> text.append(line(past)).append('\n'));
        return text.toString();
    }

    private static String line(JsonNode past) {
        return "%-6s %-24s %-12s %s"
                .formatted(
                        past.path("epoch").asString(),
                        past.path("time").asString("-"),
                        ChangeText.digest(past),
                        ChangeText.origin(past))
                .stripTrailing();
    }

    private static String files(JsonNode past) {
        var text = new StringBuilder();
        past.path("rego")
                .properties()
                .forEach(file -> text.append("# ")
                        .append(file.getKey())
                        .append('\n')
                        .append(file.getValue().asString())
                        .append('\n'));
        return text.toString();
    }
}
