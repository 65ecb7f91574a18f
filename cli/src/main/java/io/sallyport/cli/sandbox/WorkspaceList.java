package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.client.AdminClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Lists all workspaces, one per line. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the workspaces.")
final class WorkspaceList extends AnsweredCommand implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return tell(
                AdminClient::workspaces,
                reply -> reply.body().path("workspaces").forEach(view -> out().println(line(view))));
    }

    private static String line(JsonNode view) {
        return "%-32s %-8s generation %s, sandboxes: %s"
                .formatted(
                        view.path("id").asString(),
                        view.path("status").asString(),
                        view.path("generation").asString(),
                        view.path("sandboxes").asString());
    }
}
