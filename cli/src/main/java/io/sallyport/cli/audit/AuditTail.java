package io.sallyport.cli.audit;

import io.sallyport.cli.command.AnswerPrinter;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.GatewayOptions;
import io.sallyport.client.AdminClient;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prints the last records of the audit log, and optionally those that follow. */
@Command(
        name = "tail",
        mixinStandardHelpOptions = true,
        description =
                "Shows the last records of the audit log, oldest first, and with --follow new ones as they " + "come.")
final class AuditTail implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private GatewayOptions gateway = new GatewayOptions();

    @Option(names = "--limit", paramLabel = "N", description = "The number of records, 1 to 1000 (default: 20).")
    private int limit = 20;

    @Option(
            names = {"-f", "--follow"},
            description = "Show new records as they come, until Ctrl-C.")
    private boolean follow;

    @Option(names = "--sandbox", paramLabel = "ID", description = "Only records of this sandbox.")
    private @Nullable String sandbox;

    @Option(
            names = "--verdict",
            paramLabel = "WORD",
            description = "Only records of this verdict: allow, deny, reject, limit or fail.")
    private @Nullable String verdict;

    @Option(names = "--json", description = "Print the records as they are, one a line.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        AdminClient.Reply reply =
                gateway.ask(client -> client.send("GET", "/v1/audit?limit=" + limit + filter(), null, Map.of()));
        if (!reply.isOk()) {
            return AnswerPrinter.refused(reply, spec.commandLine().getErr());
        }
        reply.body().path("records").forEach(this::show);
        if (follow) {
            reply = gateway.ask(
                    client -> client.follow("/v1/audit/stream" + filter().replaceFirst("&", "?"), this::showLine));
            return reply.isOk()
                    ? ExitCodes.OK
                    : AnswerPrinter.refused(reply, spec.commandLine().getErr());
        }
        return ExitCodes.OK;
    }

    private String filter() {
        return parameter("sandbox", sandbox) + parameter("verdict", verdict);
    }

    private static String parameter(String name, @Nullable String value) {
        return value == null ? "" : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private void showLine(String line) {
        show(JSON.readTree(line));
    }

    private void show(JsonNode record) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? record.toString() : line(record));
        out.flush();
    }

    private static String line(JsonNode record) {
        String target = text(record, "host").isEmpty()
                ? (text(record, "capability") + " " + text(record, "target")).strip()
                : "%s://%s:%s%s"
                        .formatted(
                                text(record, "scheme"),
                                text(record, "host"),
                                text(record, "port"),
                                text(record, "path"));
        return "%s %-6s %-18s %-12s %-7s %s  %s"
                .formatted(
                        text(record, "time"),
                        text(record, "verdict"),
                        text(record, "reason"),
                        text(record, "sandbox"),
                        text(record, "method").isEmpty() ? text(record, "kind") : text(record, "method"),
                        target,
                        text(record, "audit_id"));
    }

    private static String text(JsonNode record, String name) {
        return record.path(name).asString("");
    }
}
