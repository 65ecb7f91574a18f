package io.sallyport.cli.audit;

import io.sallyport.cli.command.AnswerPrinter;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.GatewayOptions;
import io.sallyport.client.AdminClient;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks the audit log of a gateway, or files of a log. */
@Command(
        name = "query",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the newest records that match, oldest first, or counts them. Asks a gateway, or --audit files.",
            "Example: audit query --verdict deny --since 2026-11-18T00:00:00Z --group-by host,reason"
        })
final class AuditQueryCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MAX_LIMIT = 1_000;

    /** What the stream of new records can be filtered by. */
    private static final Set<String> FOLLOWED = Set.of("sandbox", "kind", "verdict", "reason", "host");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private GatewayOptions gateway = new GatewayOptions();

    @Mixin
    private QueryFilterOptions filters = new QueryFilterOptions();

    @Option(
            names = "--group-by",
            paramLabel = "KEYS",
            description = "Count by one to three of kind, sandbox, run, verdict, reason, host, rule, skill_id, minute,"
                    + " hour and day, joined by commas.")
    private @Nullable String groupBy;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "The number of records or groups, 1 to 1000 (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(
            names = "--cursor",
            paramLabel = "CURSOR",
            description = "Show the records before those of an answer that ended with this cursor.")
    private @Nullable String cursor;

    @Option(
            names = {"-f", "--follow"},
            description = "Show new records as they come, until Ctrl-C.")
    private boolean follow;

    @Option(
            names = "--audit",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Ask these files of one log instead, oldest first; gzip is read, too. Needs no gateway.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--json", description = "Print records or groups as JSON, one a line.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        Map<String, String> asked = filters.parameters();
        if (limit < 1 || limit > MAX_LIMIT) {
            throw CliException.unusable("--limit: " + limit + " (expected: 1 to " + MAX_LIMIT + ")");
        }
        if (follow && (!files.isEmpty() || groupBy != null || !isFollowed(asked))) {
            throw CliException.unusable("--follow: goes with --sandbox, --kind, --verdict, --reason and --host alone");
        }
        asked.put("limit", Integer.toString(limit));
        if (groupBy != null) {
            asked.put("group_by", groupBy);
        }
        if (cursor != null) {
            asked.put("cursor", cursor);
        }
        if (!files.isEmpty()) {
            show(LogQuestion.answer(files, asked, limit, spec.commandLine().getErr(), json));
            return ExitCodes.OK;
        }
        return askGateway(asked);
    }

    private static boolean isFollowed(Map<String, String> asked) {
        return FOLLOWED.containsAll(asked.keySet())
                && !asked.getOrDefault("host", "").startsWith("*.");
    }

    private int askGateway(Map<String, String> asked) throws CliException {
        AdminClient.Reply reply =
                gateway.ask(client -> client.send("GET", "/v1/audit?" + query(asked), null, Map.of()));
        if (!reply.isOk()) {
            return AnswerPrinter.refused(reply, spec.commandLine().getErr());
        }
        show(reply.body());
        if (!follow) {
            return ExitCodes.OK;
        }
        asked.keySet().retainAll(FOLLOWED);
        reply = gateway.ask(client -> client.follow("/v1/audit/stream?" + query(asked), this::showLine));
        return reply.isOk()
                ? ExitCodes.OK
                : AnswerPrinter.refused(reply, spec.commandLine().getErr());
    }

    private static String query(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private void showLine(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? line : String.join("  ", QueryTable.row(JSON.readTree(line))));
        out.flush();
    }

    private void show(JsonNode answer) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            answer.path(answer.has("groups") ? "groups" : "records").forEach(each -> out.println(each.toString()));
        } else {
            QueryTable.lines(answer).forEach(out::println);
        }
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        QueryTable.notes(answer).forEach(note -> err.println("sallyport: " + note));
        err.flush();
    }
}
