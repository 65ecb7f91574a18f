package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.ReceivedRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Logins inside of a sandbox, with curl: no token gets in, and each is sent to where it is bound. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class LoginTokensTest {
    private static final String ACCESS = "at-1c7Kq9ZtFirst/Access+Token==";
    private static final String AGAIN = "at-2f3d21c4Second-Access-Token9";
    private static final String REFRESH = "rt-9b5eReal/Refresh+Token0123==";
    private static final String ID = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJlMTIz";
    private static final String TOKEN_URL = "https://id.test/oauth/token";
    private static final String API = "https://api.test/v1/me";

    private static final String LOGINS = """
            logins:
              cloud:
                token_url: "https://id.test/oauth/token"
                endpoints: ["https://api.test/v1/**"]
            """;

    private static final String POLICY = """
            version: 1
            network_policies:
              cloud:
                endpoints:
                  - {host: id.test, port: 443, protocol: rest, access: full}
                  - {host: api.test, port: 443, protocol: rest, access: full}
                credentials: [cloud]
              other:
                endpoints:
                  - {host: other.test, port: 443, protocol: rest, access: full}
            """;

    @TempDir
    static Path folder;

    private CredentialSandbox sandboxes;
    private String access = "";
    private String refresh = "";
    private String id = "";

    @BeforeAll
    void start() throws Exception {
        require("curl");
        sandboxes = CredentialSandbox.start(
                folder,
                LoginTokensTest::serve,
                Map.of("t1", ACCESS, "t2", AGAIN, "t3", REFRESH, "t4", ID),
                LOGINS,
                "id.test",
                "api.test",
                "other.test");
        sandboxes.put("sb-1", POLICY);
        sandboxes.put("sb-2", POLICY);
    }

    @AfterAll
    void stop() {
        sandboxes.close();
    }

    private static Answer serve(ReceivedRequest request) {
        return request.path().equals("/oauth/token") ? token(request.body().text()) : api(request);
    }

    /** Gives tokens for a code, or for the refresh token, and tells them wherever it can. */
    private static Answer token(String body) {
        if (body.contains("code=good")) {
            return json(
                    200,
                    "{\"access_token\":\"" + ACCESS + "\", \"token_type\":\"Bearer\",\"expires_in\":3600,"
                            + "\"refresh_token\" : \"" + REFRESH.replace("/", "\\/") + "\",\"id_token\":\"" + ID
                            + "\",\"scope\":\"all\",\"log\":\"gave " + ACCESS + "\"}");
        }
        boolean isForm = body.contains("refresh_token=rt-9b5eReal%2FRefresh%2BToken0123%3D%3D");
        boolean isJson = body.contains("\"refresh_token\":\"" + REFRESH + "\"");
        if (isForm || isJson) {
            String repeated = isJson ? ",\"refresh_token\":\"" + REFRESH + "\"" : "";
            return json(200, "{\"access_token\":\"" + AGAIN + "\",\"was\":\"" + REFRESH + "\"" + repeated + "}");
        }
        return switch (body) {
            case "odd=object" -> json(200, "{\"access_token\":{\"value\":\"" + ACCESS + "\"}}");
            case "odd=two" -> json(200, "[{\"access_token\":\"" + ACCESS + "\"},{\"access_token\":\"" + AGAIN + "\"}]");
            case "odd=cut" -> json(200, "{\"access_token\":\"" + ACCESS + "\"");
            case "odd=form" ->
                new Answer.Raw(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                                + (13 + ACCESS.length()) + "\r\n\r\naccess_token=" + ACCESS,
                        false);
            case "odd=long" -> json(200, "{\"access_token\":\"" + "x".repeat(8_193) + "\"}");
            default -> json(400, "{\"error\":\"invalid_grant\",\"told\":\"" + body.replace("\"", "\\\"") + "\"}");
        };
    }

    private static Answer api(ReceivedRequest request) {
        String said = String.valueOf(request.header("Authorization"));
        boolean known = said.equals("Bearer " + ACCESS) || said.equals("Bearer " + AGAIN);
        return json(known ? 200 : 401, "{\"me\":" + known + ",\"told\":\"" + said + "\"}");
    }

    private static Answer json(int status, String body) {
        return new Answer.Raw(
                "HTTP/1.1 " + status + " Some\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body,
                false);
    }

    private String curl(String sandbox, String url, String... more) {
        var command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "20", url));
        command.addAll(List.of(more));
        Client.Ended ended = sandboxes.runAs(sandbox, Map.of(), command.toArray(String[]::new));
        String shown = ended.out() + ended.err();
        sandboxes.hidesSecrets("the answer of " + url + " " + List.of(more), shown);
        return shown;
    }

    private static String member(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\" ?: ?\"([^\"]*)\"").matcher(json);
        assertThat(found.find()).as(name + " in " + json).isTrue();
        return found.group(1);
    }

    @Test
    @Order(1)
    void aLoginGetsPlaceholders() {
        assertThat(curl("sb-1", API, "-H", "Authorization: Bearer smuggled-token"))
                .contains("foreign_credential");
        assertThat(curl("sb-1", TOKEN_URL, "-d", "grant_type=authorization_code&code=bad"))
                .contains("invalid_grant");
        String answer = curl("sb-1", TOKEN_URL, "-d", "grant_type=authorization_code&code=good", "-u", "client:public");
        access = member(answer, "access_token");
        refresh = member(answer, "refresh_token");
        id = member(answer, "id_token");
        assertThat(List.of(access, refresh, id))
                .doesNotHaveDuplicates()
                .allMatch(placeholder -> placeholder.startsWith("SallyportPlaceholderId"));
        assertThat(answer).contains("\"expires_in\":3600", "\"scope\":\"all\"", "\"log\":\"gave " + "*".repeat(31));
    }

    @Test
    @Order(2)
    void thePlaceholderOpensWhatTheTokenIsFor() {
        assertThat(curl("sb-1", API, "-H", "Authorization: Bearer " + access))
                .contains("\"me\":true", "Bearer " + "*".repeat(ACCESS.length()));
        assertThat(curl("sb-1", API, "--http1.1", "-H", "Authorization: Bearer " + access))
                .contains("\"me\":true");
    }

    @Test
    @Order(3)
    void theOperatorSeesWhichTokensThereAre() {
        String listed = EnvSandbox.ends(CommandInProcess.run(
                        "provider",
                        "list",
                        "--admin",
                        sandboxes.rig().adminUrl(),
                        "--token-file",
                        sandboxes.rig().state().resolve("admin.token").toString()))
                .out();
        assertThat(listed)
                .containsPattern(
                        "cloud +login in sb-1\\R +token +access_token\\R +ends +20.*Z\\R +endpoints +https://api.test/v1/")
                .containsPattern("token +refresh_token\n +endpoints +https://id.test/oauth/token\n")
                .contains("id_token")
                .doesNotContain("sb-2", "SallyportPlaceholderId");
        sandboxes.hidesSecrets("provider list", listed);
    }

    @Test
    @Order(4)
    void noPlaceholderGoesAnywhereElse() {
        String elsewhere = "credential_endpoint_mismatch";
        assertThat(curl("sb-1", "https://other.test/x", "-H", "Authorization: Bearer " + access))
                .contains(elsewhere);
        assertThat(curl("sb-1", "https://api.test/v2", "-H", "Authorization: Bearer " + access))
                .contains(elsewhere);
        assertThat(curl("sb-1", TOKEN_URL, "-H", "Authorization: Bearer " + access))
                .contains(elsewhere);
        assertThat(curl("sb-1", API, "-H", "Authorization: Bearer " + refresh)).contains(elsewhere);
        assertThat(curl("sb-1", API, "-d", "t=" + refresh)).contains(elsewhere);
        assertThat(curl("sb-1", API, "-d", "t=" + access)).contains("credential_unresolved");
        for (String placeholder : List.of(access, refresh, id)) {
            assertThat(curl("sb-2", API, "-H", "Authorization: Bearer " + placeholder))
                    .contains("credential_unresolved");
            assertThat(curl("sb-2", TOKEN_URL, "-d", "grant_type=refresh_token&refresh_token=" + placeholder))
                    .contains("credential_unresolved");
        }
    }

    /** In a form and in JSON, without a refresh token in the answer and with the one that was sent. */
    @Test
    @Order(5)
    void aRefreshSendsTheTokenAndKeepsThePlaceholders() {
        String form = curl("sb-1", TOKEN_URL, "-d", "grant_type=refresh_token&refresh_token=" + refresh);
        assertThat(member(form, "access_token")).isEqualTo(access);
        assertThat(member(form, "was")).matches("\\*{31}");
        String body = "{\"grant_type\":\"refresh_token\",\"refresh_token\":\"" + refresh + "\"}";
        String json = curl("sb-1", TOKEN_URL, "-H", "Content-Type: application/json", "-d", body);
        assertThat(member(json, "access_token")).isEqualTo(access);
        assertThat(member(json, "refresh_token")).isEqualTo(refresh);
        assertThat(curl("sb-1", API, "-H", "Authorization: Bearer " + access))
                .contains("\"me\":true", "Bearer " + "*".repeat(AGAIN.length()));
        String again = curl("sb-1", TOKEN_URL, "-d", "grant_type=refresh_token&refresh_token=" + refresh);
        assertThat(member(again, "access_token")).isEqualTo(access);
    }

    @Test
    @Order(6)
    void whatIsNotCertainIsNotSentOn() {
        for (String odd : List.of("object", "two", "cut", "form", "long")) {
            assertThat(curl("sb-2", TOKEN_URL, "-d", "odd=" + odd)).as(odd).contains("upstream_malformed");
        }
        String basic = Base64.getEncoder().encodeToString("a:b".getBytes(StandardCharsets.UTF_8));
        assertThat(curl("sb-2", API, "-H", "Authorization: Basic " + basic)).contains("foreign_credential");
    }

    @Test
    @Order(7)
    void aLoginEndsWithItsGrantAndItsSandbox() throws IOException {
        sandboxes.put("sb-1", POLICY + "# changed\n");
        assertThat(curl("sb-1", API, "-H", "Authorization: Bearer " + access)).contains("\"me\":true");
        sandboxes.put("sb-1", POLICY.replaceAll(" *credentials:.*\n", ""));
        assertThat(curl("sb-1", API, "-H", "Authorization: Bearer " + access)).contains("credential_unresolved");
        sandboxes.put("sb-1", POLICY);
        assertThat(curl("sb-1", API, "-H", "Authorization: Bearer " + access)).contains("credential_unavailable");
    }

    @Test
    @Order(8)
    void nothingThatTheGatewayWritesHasATokenInIt() throws IOException {
        assertThat(sandboxes.rig().records("http"))
                .filteredOn(record -> record.path("path").asString().equals("/v1/me")
                        && record.path("status").asInt() == 200)
                .isNotEmpty()
                .allMatch(record -> record.path("credentials").toString().equals("[\"cloud\"]"));
        sandboxes.hidesSecrets("metrics", sandboxes.rig().metrics());
        sandboxes.hidesSecrets("the file of variables", Files.readString(sandboxes.env("sb-1")));
        sandboxes.hidesSecretsInFiles();
    }
}
