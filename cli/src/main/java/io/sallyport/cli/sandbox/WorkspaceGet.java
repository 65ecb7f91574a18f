package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.client.AdminClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Shows one workspace and what it lets through. */
@Command(name = "get", mixinStandardHelpOptions = true, description = "Shows one workspace and its documents.")
final class WorkspaceGet extends OneWorkspace implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return tell(client -> client.workspace(id()), reply -> show(reply.body()));
    }

    private void show(JsonNode view) {
        for (String name : new String[] {"status", "generation", "digest", "sandboxes", "expires_at"}) {
            if (view.has(name)) {
                out().println("%-12s%s".formatted(name, view.path(name).asString()));
            }
        }
        view.path("budgets")
                .properties()
                .forEach(budget -> out().println(
                                "%-12s%s %s".formatted("left", budget.getValue().asString(), budget.getKey())));
        out().println(AdminClient.pretty(view.path("documents")));
    }
}
