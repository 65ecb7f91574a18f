package io.sallyport.gateway.cli;

import io.sallyport.gateway.client.AdminClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** All sandboxes, one a line. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the sandboxes.")
final class SandboxList implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private GatewayOptions gateway = new GatewayOptions();

    @Option(names = "--json", description = "Print the gateway's answer as JSON.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        AdminClient.Reply reply = gateway.ask(AdminClient::list);
        if (!reply.isOk()) {
            return Answers.refused(reply, spec.commandLine().getErr());
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(AdminClient.pretty(reply.body()));
        } else {
            reply.body().path("sandboxes").forEach(view -> out.println(line(view)));
        }
        out.flush();
        return ExitCodes.OK;
    }

    private static String line(JsonNode view) {
        return "%-32s %-8s %-10s generation %s"
                .formatted(
                        view.path("id").asString(),
                        view.path("status").asString(),
                        view.path("phase").asString(),
                        view.path("generation").asString());
    }
}
