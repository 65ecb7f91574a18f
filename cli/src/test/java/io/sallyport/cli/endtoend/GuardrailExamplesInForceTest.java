package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.ExampleGuardrail;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.PackageIndex;
import io.sallyport.testkit.junit.PythonPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Each guardrail of {@code examples/guardrails} in force at a gateway, met by real clients through its proxy. */
class GuardrailExamplesInForceTest {
    private static final String WEB = "https://www.example.com/";

    @TempDir
    Path folder = Path.of("");

    @Test
    void hostsAreClosedByName() throws Exception {
        require("curl");
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.guard(ExampleGuardrail.of("paste-sites"));
            assertThat(sandbox.curl("--cacert", sandbox.trusted(), WEB)).isEqualTo("200");
            assertThat(sandbox.curl("https://pastebin.com/")).isEqualTo("000");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:paste-sites");

            sandbox.guard(ExampleGuardrail.of("top-level-domains"));
            assertThat(sandbox.curl("--cacert", sandbox.trusted(), WEB)).isEqualTo("200");
            assertThat(sandbox.curl("https://Example.ZIP./")).isEqualTo("000");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:new-tld");
        }
    }

    @Test
    void requestsAreRefusedByMethodQueryAndBody() throws Exception {
        require("curl");
        String large = "@" + Files.write(folder.resolve("large"), new byte[1_000_001]);
        String small = "@" + Files.write(folder.resolve("small"), new byte[1_000_000]);
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.guard(ExampleGuardrail.of("package-indexes"));
            assertThat(sandbox.curl("https://packages.example.com/simple/")).isEqualTo("200");
            assertThat(sandbox.curl("-d", "x", "https://packages.example.com/legacy/"))
                    .isEqualTo("403");
            assertThat(sandbox.curl("-X", "GET", "-d", "x", "https://packages.example.com/"))
                    .isEqualTo("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:index-read-only");

            sandbox.guard(ExampleGuardrail.of("uploads"));
            assertThat(sandbox.curl("--data-binary", small, WEB)).isEqualTo("200");
            assertThat(sandbox.curl("--data-binary", large, WEB)).isEqualTo("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:large-upload");
            assertThat(sandbox.curl("-H", "Transfer-Encoding: chunked", "-d", "x", WEB))
                    .isEqualTo("400");
            assertThat(sandbox.lastRefusal()).startsWith("unreadable");

            sandbox.guard(ExampleGuardrail.of("form-uploads"));
            assertThat(sandbox.curl("-d", "a=b", WEB)).isEqualTo("200");
            assertThat(sandbox.curl("-F", "a=" + small, WEB)).isEqualTo("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:form-upload");

            sandbox.guard(ExampleGuardrail.of("query-keys"));
            assertThat(sandbox.curl(WEB + "?page=1")).isEqualTo("200");
            assertThat(sandbox.curl(WEB + "?page=1&api_key=x")).isEqualTo("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:query-key");
        }
    }

    @Test
    void requestsAreRefusedByWhatTheirBodiesSay() throws Exception {
        require("curl");
        String url = "https://api.example.com/graphql";
        String[] json = {"-H", "Content-Type: application/json"};
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.guard(ExampleGuardrail.of("mcp-tools"));
            String call =
                    "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"%s\"}}";
            assertThat(sandbox.curl(json[0], json[1], "-d", call.formatted("search"), url))
                    .isEqualTo("200");
            assertThat(sandbox.curl(json[0], json[1], "-d", call.formatted("delete"), url))
                    .as("an error of JSON-RPC")
                    .isEqualTo("200");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:mcp-tools");

            sandbox.guard(ExampleGuardrail.of("graphql-queries"));
            assertThat(sandbox.curl(json[0], json[1], "-d", "{\"query\": \"{ a }\"}", url))
                    .isEqualTo("200");
            assertThat(sandbox.curl(json[0], json[1], "-d", "{\"query\": \"mutation { a }\"}", url))
                    .as("an error of GraphQL")
                    .isEqualTo("200");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:graphql-queries");

            sandbox.guard(ExampleGuardrail.of("secrets-in-bodies"));
            assertThat(sandbox.curl("-d", "a=b", url)).isEqualTo("200");
            assertThat(sandbox.curl("-d", "a=%41KIAIOSFODNN7EXAMPLE", url)).isEqualTo("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:secret-in-body");
        }
    }

    @Test
    void leaksAreRefusedWhereverTheyStand() throws Exception {
        require("curl");
        String api = "https://api.example.com/";
        String encoded = "a=QUtJQUFCQ0RFRkdISUpLTE1OT1A";
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.guard(ExampleGuardrail.of("leaks"));
            assertThat(sandbox.curl("-d", "a=b", api + "?q=a+token")).isEqualTo("200");
            assertThat(sandbox.curl("-d", encoded, api)).isEqualTo("403");
            assertThat(sandbox.curl(api + "?" + encoded)).isEqualTo("403");
            assertThat(sandbox.curl("-H", "X-Trace: " + encoded, api)).isEqualTo("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:leak");
            assertThat(sandbox.curl("-H", "Authorization: Bearer x", api)).isEqualTo("200");
            assertThat(sandbox.curl("-H", "Authorization: Bearer x", WEB)).isEqualTo("403");

            sandbox.guard(ExampleGuardrail.of("account-numbers"));
            assertThat(sandbox.curl("-d", "a=4111111111111112", api)).isEqualTo("200");
            assertThat(sandbox.curl("-d", "a=4111111111111111", api)).isEqualTo("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:account-number");

            sandbox.guard(ExampleGuardrail.of("opaque-values"));
            assertThat(sandbox.curl(api + "q7Xn2Lw9Rt4Kz8Vb1Mc6Hf3Pd5Sg0JyA")).isEqualTo("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:opaque-value");

            sandbox.guard(ExampleGuardrail.of("private-targets"));
            assertThat(sandbox.curl(api + "?url=http://127.1/")).isEqualTo("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:private-target");

            sandbox.guard(ExampleGuardrail.of("encoded-hosts"));
            assertThat(sandbox.curl("https://68656c6c6f20776f726c64.example.com/"))
                    .isEqualTo("000");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:encoded-host");
        }
    }

    /** Hours that are always or never, so that the test may run at any. */
    @Test
    void aSandboxOfTheDayIsRefusedAtNight() throws Exception {
        require("curl");
        ExampleGuardrail guardrail = ExampleGuardrail.of("day-only");
        ObjectNode lists = guardrail.lists();
        try (var sandbox = GuardedSandbox.start(folder)) {
            lists.withObject("day_only").put("from", 0).put("to", 24);
            sandbox.guard(guardrail, lists);
            assertThat(sandbox.curl(WEB)).isEqualTo("200");
            lists.withObject("day_only").put("from", 0).put("to", 0);
            sandbox.guard(guardrail, lists);
            assertThat(sandbox.curl(WEB)).isEqualTo("000");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:day-only");
        }
    }

    /** A tunnel and two requests pass; nothing comes back while the test runs. */
    @Test
    void callsBeyondTheRateAreToldWhenToComeAgain() throws Exception {
        require("curl");
        String url = "https://api.example.com/v1/items";
        String rates = "rates: {api-calls: {requests: 1, per: \"24h\", burst: 3, by: [\"sandbox\", \"host\"]}}";
        try (var sandbox = GuardedSandbox.start(folder, rates)) {
            sandbox.guard(ExampleGuardrail.of("api-calls"));
            String[] calls = {"curl", "-s", "-w", "%{http_code} %header{retry-after}\\n", url, url, url};
            List<String> said = sandbox.run(calls).out().lines().toList();
            assertThat(said).hasSize(5).startsWith("hello", "200 ", "hello", "200 ");
            assertThat(said.getLast()).matches(".*429 [1-9][0-9]{4}");
            assertThat(sandbox.lastRefusal()).isEqualTo("rate_limited rate:api-calls");
            assertThat(sandbox.metric("sallyport_rate_refused_total{rate=\"api-calls\"}"))
                    .isEqualTo("1.0");
            assertThat(sandbox.curl("https://api.example.com/batch"))
                    .as("its CONNECT")
                    .isEqualTo("000");
            assertThat(sandbox.curl("--cacert", sandbox.trusted(), WEB))
                    .as("another host")
                    .isEqualTo("200");
        }
    }

    /** A new token holds for the next request; what has no token, or one of another branch, is refused. */
    @Test
    void whoSignedForASandboxDecides() throws Exception {
        require("curl");
        IdentityIssuerKeys ci = IdentityIssuerKeys.generate();
        ci.write(folder);
        try (var sandbox = GuardedSandbox.start(folder, IdentityIssuerKeys.CONFIGURATION)) {
            sandbox.guard(ExampleGuardrail.of("signed-agents"));
            assertThat(sandbox.curl("https://prod.example.com/")).isEqualTo("000");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:signed-agents");
            sandbox.identify(ci.token("refs/heads/mine"));
            assertThat(sandbox.curl("https://prod.example.com/")).isEqualTo("200");

            sandbox.guard(ExampleGuardrail.of("release-branch"));
            String releases = "https://releases.example.com/tool";
            assertThat(sandbox.curl(releases)).isEqualTo("200");
            assertThat(sandbox.curl("-X", "PUT", "-d", "x", releases)).isEqualTo("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:release-branch");
            sandbox.identify(ci.token("refs/heads/release"));
            assertThat(sandbox.curl("-X", "PUT", "-d", "x", releases)).isEqualTo("200");
        }
    }

    @Test
    void npmInstallsOurScopeAlone() throws Exception {
        require("node");
        require("npm");
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.guard(ExampleGuardrail.of("npm-scope"));
            ends(npm(sandbox, "@acme/tool"));
            assertThat(folder.resolve("modules/node_modules/@acme/tool/index.js"))
                    .exists();
            Client.Ended refused = npm(sandbox, "left-pad");
            assertThat(refused.exit()).isNotZero();
            assertThat(refused.err()).contains("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:npm-scope");
        }
    }

    private Client.Ended npm(GuardedSandbox sandbox, String name) {
        return sandbox.run(
                "npm",
                "install",
                "--registry=https://npm.example.com/",
                "--prefix",
                folder.resolve("modules").toString(),
                "--cache",
                folder.resolve("npm").toString(),
                "--fetch-retries=0",
                "--no-audit",
                "--no-fund",
                name);
    }

    @Test
    void gitPushesToOurOrganisationAlone() throws Exception {
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.repositories().create("acme/tool", Map.of("README", "one\n"));
            sandbox.repositories().create("evil/tool", Map.of("README", "one\n"));
            sandbox.guard(ExampleGuardrail.of("git-push"));
            ends(push(sandbox, "acme"));
            assertThat(sandbox.repositories().subjects("acme/tool", "main")).hasSize(2);
            Client.Ended refused = push(sandbox, "evil");
            assertThat(refused.exit()).isNotZero();
            assertThat(refused.err())
                    .contains("remote error: sallyport: guardrail: ")
                    .contains("git pushes to our own organisation only")
                    .contains("; audit ");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:git-push");
            assertThat(sandbox.repositories().subjects("evil/tool", "main")).hasSize(1);
        }
    }

    @Test
    void gitPrintsWhyAFetchIsRefusedInEachVersionOfItsProtocol() throws Exception {
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.repositories().create("acme/tool", Map.of("README", "one\n"));
            for (String closed : List.of("/info/refs", "/git-upload-pack")) {
                assertThat(sandbox.guard(closing(closed)).status()).isEqualTo(200);
                for (String version : List.of("0", "1", "2")) {
                    Client.Ended refused = sandbox.run(
                            "git",
                            "-c",
                            "protocol.version=" + version,
                            "clone",
                            "https://git.example.com/acme/tool.git",
                            folder.resolve("copy").toString());
                    assertThat(refused.exit()).isNotZero();
                    assertThat(refused.err())
                            .as("%s %s", closed, version)
                            .contains("remote error: sallyport: guardrail: ")
                            .contains("not to be read")
                            .contains("rule guardrails:closed; audit ");
                }
            }
            assertThat(sandbox.curl("https://git.example.com/acme/tool.git/git-upload-pack"))
                    .isEqualTo("403");
        }
    }

    @Test
    void npmPublishesOurScopeAloneAndBucketsAreWrittenBelowTheirPrefix() throws Exception {
        require("npm");
        require("curl");
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.guard(ExampleGuardrail.of("packages-read-only"));
            Client.Ended refused = publish(sandbox, "left-pad");
            assertThat(refused.exit()).isNotZero();
            assertThat(refused.err()).contains("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:packages-read-only");
            ends(npm(sandbox, "left-pad"));
            sandbox.guard(ExampleGuardrail.of("object-store-prefix"));
            String keys = "https://s3.example.com/acme/";
            assertThat(sandbox.curl("-T", "origins.pem", keys + "agent/x")).isEqualTo("200");
            assertThat(sandbox.curl("-T", "origins.pem", keys + "x")).isEqualTo("403");
            assertThat(sandbox.curl("-T", "origins.pem", "-H", "X-Amz-Copy-Source: evil/y", keys + "agent/x"))
                    .isEqualTo("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:object-store-prefix");
        }
    }

    @Test
    void twinePublishesNothingWherePackagesAreRead() throws Exception {
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.guard(ExampleGuardrail.of("packages-read-only"));
            Client.Ended uploaded = upload(sandbox);
            assertThat(uploaded.exit()).isNotZero();
            assertThat(uploaded.out() + uploaded.err()).contains("403");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:packages-read-only");
        }
    }

    private Client.Ended publish(GuardedSandbox sandbox, String name) throws IOException {
        Path made = Files.createDirectories(folder.resolve("made"));
        Files.writeString(made.resolve("package.json"), "{\"name\": \"" + name + "\", \"version\": \"9.0.0\"}");
        return sandbox.run(
                "npm",
                "publish",
                made.toString(),
                "--registry=https://npm.example.com/",
                "--//npm.example.com/:_authToken=x",
                "--cache",
                folder.resolve("npm").toString(),
                "--fetch-retries=0");
    }

    private Client.Ended upload(GuardedSandbox sandbox) throws IOException {
        Path wheel = PackageIndex.writeWheel(folder, "tool");
        var more = new HashMap<>(PythonPackages.variables());
        more.put("TWINE_USERNAME", "__token__");
        more.put("TWINE_PASSWORD", "x");
        return sandbox.run(
                more,
                "python3",
                "-m",
                "twine",
                "upload",
                "--non-interactive",
                "--disable-progress-bar",
                "--repository-url=https://pypi.example.com/legacy/",
                wheel.toString());
    }

    private static String closing(String path) {
        return "deny contains {\"rule\": \"closed\", \"message\": \"not to be read\"} if "
                + "endswith(input.net.path, \"" + path + "\")";
    }

    /** A push of more than may be held is judged by its beginning. */
    @Test
    void gitPushesToBranchesOfAgentsAlone() throws Exception {
        byte[] much = new byte[3 << 20];
        new Random(1).nextBytes(much);
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.repositories().create("acme/tool", Map.of("README", "one\n"));
            sandbox.guard(ExampleGuardrail.of("git-branches"));
            assertThat(push(sandbox, "acme").err())
                    .as("to main")
                    .contains("remote: sallyport: guardrail: ")
                    .contains("rule guardrails:git-branches; audit ");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:git-branches");
            String copy = folder.resolve("acme").toString();
            ends(sandbox.run("git", "-C", copy, "push", "-q", "origin", "HEAD:refs/heads/agent/small"));
            assertThat(sandbox.repositories().subjects("acme/tool", "agent/small"))
                    .hasSize(2);
            Files.write(Path.of(copy, "much"), much);
            ends(sandbox.run("git", "-C", copy, "add", "much"));
            ends(sandbox.run(
                    "git", "-C", copy, "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qm", "third"));
            // libcurl 7.88 to 8.1 sometimes never ends such an upload over HTTP/2 (docs/clients.md)
            ends(sandbox.run("git", "-C", copy, "config", "http.version", "HTTP/1.1"));
            ends(sandbox.run("git", "-C", copy, "push", "-q", "origin", "HEAD:refs/heads/agent/large"));
            assertThat(sandbox.run("git", "-C", copy, "push", "-q", "origin", "HEAD:refs/heads/large")
                            .err())
                    .as("before its pack was read")
                    .contains("rule guardrails:git-branches; audit ");
            assertThat(sandbox.repositories().subjects("acme/tool", "agent/large"))
                    .hasSize(3);
            assertThat(sandbox.run(
                                    "git",
                                    "-C",
                                    copy,
                                    "push",
                                    "-q",
                                    "--atomic",
                                    "origin",
                                    "HEAD:refs/heads/agent/a",
                                    "HEAD:main")
                            .exit())
                    .isNotZero();
            assertThat(sandbox.run("git", "-C", copy, "push", "-q", "origin", ":refs/heads/agent/small")
                            .exit())
                    .as("a deletion")
                    .isNotZero();
            assertThat(sandbox.run("git", "-C", copy, "push", "-q", "origin", "HEAD:refs/tags/agent/x")
                            .exit())
                    .as("a tag")
                    .isNotZero();
            assertThat(sandbox.repositories().subjects("acme/tool", "main")).hasSize(1);
        }
    }

    /** The same rule for git, for curl at the API and for an upload of LFS. */
    @Test
    void aForgeIsWrittenToInOurOrganisationAlone() throws Exception {
        require("curl");
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.repositories().create("acme/tool", Map.of("README", "one\n"));
            sandbox.repositories().create("evil/tool", Map.of("README", "one\n"));
            sandbox.guard(ExampleGuardrail.of("forge-organisation"));
            assertThat(push(sandbox, "evil").exit()).as("to others").isNotZero();
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:forge-organisation");
            assertThat(push(sandbox, "acme").exit()).as("to main").isNotZero();
            ends(pushed(sandbox, "HEAD:refs/heads/agent/x"));
            assertThat(sandbox.repositories().subjects("acme/tool", "agent/x")).hasSize(2);
            for (List<String> refused : List.of(
                    List.of(":refs/heads/agent/x"),
                    List.of("HEAD:refs/tags/agent/x"),
                    List.of("--atomic", "HEAD:refs/heads/agent/y", "HEAD:refs/heads/main"),
                    List.of("--force", "HEAD:refs/heads/main"))) {
                assertThat(pushed(sandbox, refused.toArray(String[]::new)).exit())
                        .as("%s", refused)
                        .isNotZero();
                assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:forge-organisation");
            }
            ends(committed(sandbox, "--allow-empty", "-m", "third"));
            ends(pushed(sandbox, "HEAD:refs/heads/agent/x"));
            ends(committed(sandbox, "--amend", "--allow-empty", "-m", "rewritten"));
            assertThat(pushed(sandbox, "--force", "HEAD:refs/heads/agent/x").exit())
                    .as("history rewritten")
                    .isNotZero();
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:forge-organisation");
            assertThat(sandbox.repositories().subjects("acme/tool", "agent/x"))
                    .hasSize(3)
                    .doesNotContain("rewritten");
            String api = "https://git.example.com/api/v1/repos/";
            String lfs = "https://git.example.com/%s/tool.git/info/lfs/objects/batch";
            assertThat(sandbox.curl(api + "evil/tool")).isNotEqualTo("403");
            assertThat(json(sandbox, api + "acme/tool/issues", "{}")).isNotEqualTo("403");
            assertThat(json(sandbox, api + "evil/tool/issues", "{}")).isEqualTo("403");
            assertThat(json(sandbox, api + "acme/tool/contents/a", "{\"branch\": \"agent/x\"}"))
                    .isNotEqualTo("403");
            assertThat(json(sandbox, api + "acme/tool/contents/a", "{\"branch\": \"main\"}"))
                    .isEqualTo("403");
            assertThat(json(sandbox, lfs.formatted("acme"), "{\"operation\": \"upload\"}"))
                    .isNotEqualTo("403");
            assertThat(json(sandbox, lfs.formatted("evil"), "{\"operation\": \"upload\"}"))
                    .isEqualTo("403");
            assertThat(json(sandbox, lfs.formatted("evil"), "{\"operation\": \"download\"}"))
                    .isNotEqualTo("403");
        }
    }

    private Client.Ended pushed(GuardedSandbox sandbox, String... words) {
        List<String> command =
                new ArrayList<>(List.of("git", "-C", folder.resolve("acme").toString(), "push", "-q"));
        boolean option = words[0].startsWith("--");
        command.addAll(List.of(words).subList(0, option ? 1 : 0));
        command.add("origin");
        command.addAll(List.of(words).subList(option ? 1 : 0, words.length));
        return sandbox.run(command.toArray(String[]::new));
    }

    private Client.Ended committed(GuardedSandbox sandbox, String... words) {
        List<String> command =
                new ArrayList<>(List.of("git", "-C", folder.resolve("acme").toString()));
        command.addAll(List.of("-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-q"));
        command.addAll(List.of(words));
        return sandbox.run(command.toArray(String[]::new));
    }

    private static String json(GuardedSandbox sandbox, String url, String body) {
        return sandbox.curl("-H", "Content-Type: application/json", "-d", body, url);
    }

    /** Clones, commits and pushes; cloning is granted from everywhere. */
    private Client.Ended push(GuardedSandbox sandbox, String organisation) throws IOException {
        String copy = folder.resolve(organisation).toString();
        ends(sandbox.run("git", "clone", "-q", "https://git.example.com/" + organisation + "/tool.git", copy));
        Files.writeString(Path.of(copy, "README"), "two\n");
        String[] commit = {
            "git", "-C", copy, "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qam", "second"
        };
        ends(sandbox.run(commit));
        return sandbox.run("git", "-C", copy, "push", "-q", "origin", "main");
    }

    private static void ends(Client.Ended ended) {
        assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
    }
}
