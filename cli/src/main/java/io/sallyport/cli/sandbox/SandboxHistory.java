package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.client.AdminClient;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows the generations of one sandbox that the gateway keeps. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the last generations of a sandbox, the newest first: generation, digest, phase.",
            "With GENERATION, prints the documents of that one as JSON."
        },
        exitCodeList = {"0:shown", "1:no such sandbox or generation", "2:a flag is wrong", "3:no gateway answers"})
final class SandboxHistory extends OneSandbox implements Callable<Integer> {
    @Parameters(index = "1", arity = "0..1", paramLabel = "GENERATION", description = "One of the list.")
    private @Nullable Long generation;

    @Override
    public Integer call() throws CliException {
        Long one = generation;
        return one == null
                ? tell(client -> client.sandboxHistory(id()), reply -> list(reply.body()))
                : tell(
                        client -> client.pastSandbox(id(), one),
                        reply -> out().println(AdminClient.pretty(reply.body().path("documents"))));
    }

    private void list(JsonNode answer) {
        answer.path("history")
                .forEach(past -> out().println("%-6s %-12.12s %-10s %s"
                        .formatted(
                                past.path("generation").asString(),
                                past.path("digest").asString(),
                                past.path("phase").asString(),
                                past.path("in_force").asBoolean() ? "in force" : "")
                        .stripTrailing()));
    }
}
