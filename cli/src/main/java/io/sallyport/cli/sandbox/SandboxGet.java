package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Shows one sandbox, its policy and its counters. */
@Command(name = "get", mixinStandardHelpOptions = true, description = "Shows one sandbox.")
final class SandboxGet extends OneSandbox implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return tell(client -> client.get(id()), reply -> show(reply.body()));
    }

    private void show(JsonNode view) {
        for (String name :
                new String[] {"status", "generation", "digest", "phase", "run", "expires_at", "parent", "workspace"}) {
            JsonNode value = view.path(name);
            if (!value.isMissingNode() && !value.isNull()) {
                out().println("%-12s%s".formatted(name, value.asString()));
            }
        }
        trial(view, "report_mode");
        trial(view, "candidate");
        view.path("labels")
                .properties()
                .forEach(label -> out().println("%-12s%s=%s"
                        .formatted("label", label.getKey(), label.getValue().asString())));
        view.path("counters")
                .properties()
                .forEach(counter -> out().println("%-12s%s"
                        .formatted(counter.getKey(), counter.getValue().asString())));
        view.path("allowed").forEach(pattern -> out().println("%-12s%s".formatted("allows", pattern.asString())));
    }

    private void trial(JsonNode view, String name) {
        if (view.has(name)) {
            out().println("%-12suntil %s"
                    .formatted(name, view.path(name).path("until").asString("")));
        }
    }
}
