package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The board and the alert rules of {@code docs/operations}, in a real Prometheus with traffic behind it. */
class OperationsFilesTest {
    private static final Path FILES = Path.of("../docs/operations");
    private static final Path RULES = FILES.resolve("alerts.yaml");
    private static final JsonMapper JSON = new JsonMapper();
    private static final TestCa CA = TestCa.create("origins of the test", InstantSource.system());
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration SCRAPED = Duration.ofMinutes(2);

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path folder = Path.of("");

    @Test
    void promtoolAcceptsTheRules() {
        String tool = require("promtool").toString();
        Client.Ended ended = Client.run(
                folder,
                Map.of(),
                SOON,
                List.of(tool, "check", "rules", RULES.toAbsolutePath().toString()));
        assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
    }

    @Test
    void everyAlertHasItsSectionThatSaysWhatToLookAt() throws IOException {
        String page = Files.readString(FILES.resolve("alerts.md"));
        List<String> alerts = Files.readString(RULES)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("- alert: "))
                .map(line -> line.substring("- alert: ".length()))
                .toList();
        assertThat(alerts).isNotEmpty().allSatisfy(alert -> {
            assertThat(page).contains("\n## " + alert + "\n");
            assertThat(Files.readString(RULES)).contains("alerts.md#" + alert.toLowerCase(Locale.ROOT) + "\"");
        });
        assertThat(page.lines().filter(line -> line.startsWith("## "))).hasSameSizeAs(alerts);
    }

    @Test
    void everyPanelHasDataAndEveryRuleIsEvaluatedBehindRealTraffic() throws Exception {
        String program = require("prometheus").toString();
        require("curl");
        Path trusted = Files.writeString(folder.resolve("origins.pem"), CA.pem());
        try (Origin tls = Origin.tls(CA.leaf("yes.test"), _ -> Answer.text(200, "hello"));
                Rig rig = Rig.startWithEgress(
                        folder,
                        Map.of("yes.test:443", tls.hostPort(), "gone.test:80", "127.0.0.1:1"),
                        List.of(trusted),
                        "dns: {servers: []}")) {
            String lease = """
                    {"net.fetch": ["https://yes.test/open/**", "http://gone.test/**"],
                      "cost.budget": ["requests:100000"]}""";
            AdminClient.Reply reply = rig.put(Rig.SB, Rig.raw(lease, null, Map.of()));
            assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
            Map<String, String> env = Rig.variables(reply);
            int port = freePort();
            try (Client prometheus = prometheus(program, rig, port)) {
                assertThat(prometheus.awaitError(said -> said.contains("ready to receive"), SOON))
                        .contains("ready to receive");
                askedUntilAllIsThere(rig, env, port);
                rules(port)
                        .forEach(rule -> assertThat(rule.path("health").asString(""))
                                .as(rule.toString())
                                .isEqualTo("ok"));
            }
        }
    }

    /** Sends traffic of every sort until no panel is empty and every rule was evaluated. */
    private void askedUntilAllIsThere(Rig rig, Map<String, String> env, int port) throws Exception {
        List<String> queries = queries();
        assertThat(queries).hasSizeGreaterThan(40);
        List<String> empty = queries;
        long until = System.nanoTime() + SCRAPED.toNanos();
        while (!(empty.isEmpty() && rules(port).stream().allMatch(OperationsFilesTest::isEvaluated))) {
            assertThat(System.nanoTime()).as("panels without data: " + empty).isLessThan(until);
            rig.curl(env, "-k", "https://yes.test/open/a");
            rig.curl(env, "-k", "https://yes.test/closed");
            rig.curl(env, "http://gone.test/");
            List<String> left = new ArrayList<>();
            for (String query : empty) {
                if (answer(port, "query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
                        .path("result")
                        .isEmpty()) {
                    left.add(query);
                }
            }
            empty = left;
        }
    }

    private static boolean isEvaluated(JsonNode rule) {
        return !rule.path("health").asString("").equals("unknown");
    }

    private List<JsonNode> rules(int port) throws Exception {
        List<JsonNode> all = new ArrayList<>();
        answer(port, "rules")
                .path("groups")
                .forEach(group -> group.path("rules").forEach(all::add));
        assertThat(all).isNotEmpty();
        return all;
    }

    /** Returns the queries of all panels, with the variables of the board filled in. */
    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        JSON.readTree(Files.readString(FILES.resolve("grafana-board.json")))
                .path("panels")
                .forEach(panel -> panel.path("targets")
                        .forEach(target -> queries.add(target.path("expr")
                                .asString("")
                                .replace("$job", "sallyport")
                                .replace("$__rate_interval", "1m"))));
        return queries;
    }

    private JsonNode answer(int port, String call) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/" + call))
                .build();
        JsonNode answer =
                JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
        assertThat(answer.path("status").asString("")).as(call + answer).isEqualTo("success");
        return answer.path("data");
    }

    private Client prometheus(String program, Rig rig, int port) throws IOException {
        String target = URI.create(rig.adminUrl()).getAuthority();
        Path config = Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: ["%s"]
                scrape_configs:
                  - job_name: sallyport
                    authorization: {credentials_file: "%s"}
                    static_configs: [{targets: ["%s"]}]
                """.formatted(
                        RULES.toRealPath(), rig.state().resolve("admin.token"), target));
        return Client.start(
                folder,
                Map.of(),
                List.of(
                        program,
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port));
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }
}
