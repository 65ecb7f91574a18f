package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.AnswerPrinter;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.GatewayOptions;
import io.sallyport.client.AdminClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Lists all sandboxes, one per line. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the sandboxes.")
final class SandboxList implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private GatewayOptions gateway = new GatewayOptions();

    @Option(names = "--json", description = "Print one JSON object a line.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        PrintWriter out = spec.commandLine().getOut();
        String after = null;
        do {
            String from = after;
            AdminClient.Reply reply = gateway.ask(client -> client.list(from));
            if (!reply.isOk()) {
                return AnswerPrinter.refused(reply, spec.commandLine().getErr());
            }
            reply.body().path("sandboxes").forEach(view -> out.println(json ? view.toString() : line(view)));
            after = reply.body().path("next").asString(null);
        } while (after != null);
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
