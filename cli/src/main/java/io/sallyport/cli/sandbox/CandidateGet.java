package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.client.TrialClient;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Shows the candidate of a sandbox. */
@Command(
        name = "get",
        mixinStandardHelpOptions = true,
        description = "Shows the candidate of a sandbox.",
        exitCodeList = {"0:printed", "1:there is none", "3:no gateway answers"})
final class CandidateGet extends OneSandbox implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return tell(client -> new TrialClient(client, id()).get(), reply -> show(reply.body()));
    }

    private void show(JsonNode view) {
        for (String name : List.of("status", "digest", "generation", "until")) {
            out().println("%-12s%s".formatted(name, view.path(name).asString("")));
        }
        view.path("allowed").forEach(pattern -> out().println("%-12s%s".formatted("allows", pattern.asString())));
    }
}
