package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What other sites and other browsers try with the way back from an OpenID provider. */
@Timeout(120)
class ConsoleLoginTest {
    private static final String BEGIN = "/console/login/provider";
    private static final String BACK = "/console/login/callback";
    private static final String[] NAVIGATED = {
        "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"
    };
    private static final String UNKNOWN = "no login of this browser belongs to the answer";
    private static final String ASKED = "gave no identity token: status 400: invalid_grant";

    private final Origin provider = Origin.plain(this::answer);
    private volatile boolean isSilent;

    @TempDir
    Path folder = Path.of("");

    private Rig rig;
    private ConsoleVisitor visitor;

    @BeforeEach
    void start() throws Exception {
        rig = Rig.start(folder, Map.of(), """
                console: {oidc: {issuer: "http://%s", client_id: "gateway", roles: {reader: [all]}}}
                """.formatted(provider.hostPort()));
        visitor = new ConsoleVisitor(rig.adminUrl());
    }

    @AfterEach
    void stop() {
        provider.close();
        visitor.close();
        rig.close();
    }

    private Answer answer(ReceivedRequest request) {
        String at = "http://" + request.header("host");
        if (isSilent) {
            return new Answer.Silence();
        }
        return request.path().startsWith("/.well-known/")
                ? Answer.text(
                        200,
                        "{\"issuer\":\"%1$s\",\"authorization_endpoint\":\"%1$s/auth\",\"token_endpoint\":\"%1$s/token\",\"jwks_uri\":\"%1$s/keys\"}"
                                .formatted(at))
                : Answer.text(400, "{\"error\":\"invalid_grant\"}");
    }

    /** A login that has begun: the cookie of the browser, and the state in the address. */
    private record Begun(String cookie, String state) {}

    private Begun begin() throws Exception {
        HttpResponse<String> sent = visitor.get(BEGIN);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(303);
        String set = sent.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(set).contains("HttpOnly", "SameSite=Lax", "Max-Age=600", "Path=/");
        URI address = URI.create(sent.headers().firstValue("Location").orElseThrow());
        assertThat(address.getAuthority()).isEqualTo(provider.hostPort());
        String state = Arrays.stream(address.getQuery().split("&", -1))
                .filter(pair -> pair.startsWith("state="))
                .findFirst()
                .orElseThrow()
                .substring("state=".length());
        return new Begun(set.substring(0, set.indexOf(';')), state);
    }

    private HttpResponse<String> back(String cookie, String query, String... headers) throws Exception {
        String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Cookie";
        all[headers.length + 1] = cookie;
        return visitor.get(BACK + "?" + query, all);
    }

    private HttpResponse<String> back(Begun begun) throws Exception {
        return back(begun.cookie(), "code=c0de&state=" + begun.state(), NAVIGATED);
    }

    private static void refused(HttpResponse<String> answer, String why) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
        assertThat(answer.body()).contains(why);
        assertThat(answer.headers().allValues("Set-Cookie")).allMatch(set -> set.contains("Max-Age=0"));
    }

    @Test
    void anAnswerCountsOnceAndInTheBrowserThatAsked() throws Exception {
        Begun mine = begin();
        Begun other = begin();
        refused(back(other.cookie(), "code=c0de&state=" + mine.state(), NAVIGATED), UNKNOWN);
        refused(visitor.get(BACK + "?code=c0de&state=" + mine.state(), NAVIGATED), UNKNOWN);
        refused(back(mine.cookie(), "code=c0de&state=", NAVIGATED), UNKNOWN);
        refused(back(mine.cookie(), "code=c0de", NAVIGATED), UNKNOWN);
        refused(back(mine), ASKED);
        refused(back(mine), UNKNOWN);
        refused(back(other), ASKED);
        assertThat(rig.records("admin").stream().map(Object::toString))
                .hasSize(7)
                .allMatch(line -> line.contains(BACK) && line.contains("no_identity"))
                .noneMatch(line -> line.contains("c0de") || line.contains(mine.state()));
    }

    @Test
    void nothingButABrowserOnItsWayBackMayComeFromAnotherSite() throws Exception {
        Begun begun = begin();
        String query = "code=c0de&state=" + begun.state();
        for (String[] headers : List.of(
                new String[] {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"},
                new String[] {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"},
                new String[] {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors"},
                new String[] {"Origin", "https://evil.test"},
                new String[] {"Origin", "null"})) {
            assertThat(back(begun.cookie(), query, headers).statusCode())
                    .as(Arrays.toString(headers))
                    .isEqualTo(403);
        }
        for (String page : List.of(BEGIN, "/console/login", "/console/", "/console/login/callback/x")) {
            assertThat(visitor.get(page, NAVIGATED).statusCode()).as(page).isEqualTo(403);
        }
        assertThat(visitor.post(BACK, Map.of("code", "c0de", "state", begun.state()), "Cookie", begun.cookie())
                        .headers()
                        .firstValue("Location"))
                .contains("/console/login");
        assertThat(back(begun.cookie(), query + "&state=" + begun.state(), NAVIGATED)
                        .statusCode())
                .as("which of two counts is not guessed")
                .isEqualTo(404);
        refused(back(begun), ASKED);
    }

    @Test
    void noParameterLeadsABrowserElsewhere() throws Exception {
        for (String more : List.of("?next=https://evil.test/", "?redirect_uri=https://evil.test/", "?state=x")) {
            HttpResponse<String> sent = visitor.get(BEGIN + more);
            assertThat(sent.headers().firstValue("Location").orElseThrow())
                    .startsWith("http://" + provider.hostPort() + "/auth?")
                    .doesNotContain("evil")
                    .doesNotContain("state=x&");
        }
    }

    @Test
    void anAddressBeginsABoundedNumberOfLogins() throws Exception {
        for (int i = 0; i < 60; i++) {
            assertThat(visitor.get(BEGIN).statusCode()).isEqualTo(303);
        }
        HttpResponse<String> more = visitor.get(BEGIN);
        assertThat(more.statusCode()).isEqualTo(429);
        assertThat(more.body()).contains("too many logins", "Token of the control API");
    }

    @Test
    void aProviderThatDoesNotAnswerDelaysNoPage() throws Exception {
        isSilent = true;
        CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(this::beginning);
        assertThat(visitor.get("/console/login").body()).contains("Log in at " + provider.hostPort());
        assertThat(visitor.get("/console/assets/console.css").statusCode()).isEqualTo(200);
        provider.close();
        assertThat(waiting.join()).isEqualTo(502);
    }

    private int beginning() {
        try {
            return visitor.get(BEGIN).statusCode();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTokenStillLogsIn() throws Exception {
        assertThat(visitor.logIn("wrong").body()).contains("Log in at " + provider.hostPort());
        assertThat(visitor.logIn(rig.token()).statusCode()).isEqualTo(303);
        assertThat(visitor.get("/console/sandboxes").body()).contains("admin.token · operator");
    }
}
