package io.sallyport.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.ledger.Supply;
import io.sallyport.fetch.FetchFixture.Options;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.file.FileBounds;
import io.sallyport.fetch.file.FilePolicy;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Sha256;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Single files by pinned URL: what is served, and what hostile origins may try. */
@Execution(ExecutionMode.CONCURRENT)
class FileFetchTest {
    private static final String CONTENT = "#!/bin/sh\necho hello\n";
    private static final String PIN = "#sha256=" + Sha256.of(CONTENT.getBytes(UTF_8));

    private static final TestCa CA = TestCa.create("file origins", InstantSource.system());
    private static final TestCa.Leaf LEAF = CA.leaf("files.test", "other.test", "denied.test");

    @TempDir
    private Path directory = Path.of("");

    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Origin origin = Origin.tls(LEAF, this::answer);
    private final Rules rules = new Rules();
    private final Options options = new Options();

    /** Everything but {@code denied.test} and {@code closed.test}. */
    private static final class Rules implements FilePolicy, FetchBudget {
        private final List<String> asked = new ArrayList<>();
        private final AtomicLong charged = new AtomicLong();
        private final AtomicInteger left = new AtomicInteger(100);
        private volatile boolean isCounted;
        private volatile String counted = "";
        private volatile boolean denies;

        @Override
        public synchronized Judged judge(CanonicalUrl url) {
            asked.add(url.text());
            boolean isDenied = denies || url.host().text().equals("denied.test");
            return isDenied
                    ? new Turned(FetchRefusal.by(Verdict.Refuse.by(
                            new Decision.Deny(ReasonCode.NO_GRANT, null, List.of(new DenyRule("r", "not there"))))))
                    : new Admitted("rule-1", isCounted || url.host().text().equals(counted), List.of());
        }

        @Override
        public Supply takeRequest(CanonicalHost host) {
            return left.getAndDecrement() > 0 ? Supply.HELD : Supply.USED_UP;
        }

        @Override
        public void spendBytes(CanonicalHost host, long bytes) {
            charged.addAndGet(bytes);
        }
    }

    @BeforeEach
    void prepare() throws IOException {
        answers.put("/tool.sh", Answer.bytes("text/plain", Bytes.of(CONTENT)));
        options.files = rules;
        options.budget = rules;
        options.enabled = false; // the opt-in is of skills
        options.trust = List.of(Files.writeString(directory.resolve("ca.pem"), CA.pem()));
        options.hosts = Map.of(
                "files.test:443",
                origin.hostPort(),
                "other.test:443",
                origin.hostPort(),
                "denied.test:443",
                origin.hostPort());
    }

    @AfterEach
    void close() {
        origin.close();
    }

    private Answer answer(ReceivedRequest request) {
        return answers.getOrDefault(request.path(), Answer.text(404, "nothing"));
    }

    private static String file(String url) {
        return "{\"type\":\"file\",\"url\":\"" + url + "\"}";
    }

    private HttpResponse<String> get(FetchFixture fixture, String path) throws Exception {
        return fixture.post(file("https://files.test" + path + PIN));
    }

    @Test
    void aFileLandsUnderItsNameAndIsKept() throws Exception {
        try (var fixture = new FetchFixture(directory, options)) {
            HttpResponse<String> answer = get(fixture, "/tool.sh");
            assertThat(answer.body())
                    .isEqualTo("{\"local_path\":\"/sandbox/skills/" + PIN.substring(8, 16) + "-tool.sh\"}\n");
            Path landed = fixture.landed(answer);
            assertThat(landed).hasContent(CONTENT);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(landed)))
                    .as("content says what may be run")
                    .isEqualTo("rwxr-xr-x");
            assertThat(get(fixture, "/tool.sh").body()).isEqualTo(answer.body());
            assertThat(origin.received()).hasSize(1);
            assertThat(FetchFixture.below(fixture.cache()))
                    .contains(".fullsend-cache/files/sha256/" + PIN.substring(8) + "/content");
            assertThat(fixture.auditLines().getFirst())
                    .contains(
                            "\"fetch_type\":\"runtime\"",
                            "\"allowed_by\":\"rule-1\"",
                            "\"cache_hit\":false",
                            "\"url\":\"https://files.test/tool.sh\"");
            assertThat(fixture.allowance.taken()).as("no fetch of the harness").isZero();
            assertThat(rules.charged).as("each time").hasValue(2L * CONTENT.length());
        }
    }

    @Test
    void theBytesThemselvesComeWhereTheyAreAskedFor() throws Exception {
        try (var fixture = new FetchFixture(directory, options)) {
            HttpRequest request = fixture.request()
                    .header("Accept", "application/octet-stream")
                    .POST(HttpRequest.BodyPublishers.ofString(file("https://files.test/tool.sh?a=b" + PIN)))
                    .build();
            HttpResponse<String> answer = fixture.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).isEqualTo(CONTENT);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/octet-stream");
            assertThat(origin.received().getFirst().target()).isEqualTo("/tool.sh?a=b");
            assertThat(fixture.auditLines().getFirst())
                    .as("queries may be secrets")
                    .doesNotContain("a=b");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://files.test/a#sha256=X | must be a valid HTTPS URL",
                "https://u:p@files.test/a#sha256=X | must be a valid HTTPS URL",
                "https:///a#sha256=X | must be a valid HTTPS URL",
                "https://files.test/a | must include #sha256",
                "https://files.test/a#sha256=12 | must include #sha256",
                "https://files.test/a#b#sha256=X | must be in canonical form",
                "https://files.test/#sha256=X | the last segment",
                "https://files.test/a/..%2f..#sha256=X | must be in canonical form",
                "https://files.test/.bashrc#sha256=X | the last segment"
            })
    void whatNamesNoFileIsSaidSo(String url, String why) throws Exception {
        try (var fixture = new FetchFixture(directory, options)) {
            HttpResponse<String> answer = fixture.post(file(url.replace("X", PIN.substring(8))));
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains(why);
            assertThat(origin.received()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"skill\"", "\"\"", "\"FILE\"", "null", "\"file\",\"type\":\"file\"", "1", "[\"file\"]"})
    void otherTypesAreRefused(String type) throws Exception {
        try (var fixture = new FetchFixture(directory, options)) {
            String body = "{\"type\":" + type + ",\"url\":\"https://files.test/tool.sh" + PIN + "\"}";
            assertThat(fixture.post(body).statusCode()).isEqualTo(400);
            assertThat(origin.received()).isEmpty();
        }
    }

    @Test
    void withoutTheTypeTheRulesOfSkillsHold() throws Exception {
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(fixture.fetch("https://files.test/tool.sh" + PIN).body()).contains("allow_runtime_fetch");
        }
    }

    @Test
    void redirectsAreJudgedOneByOneAndCarryNothing() throws Exception {
        answers.put("/moved", Answer.redirect("https://other.test/next"));
        answers.put("/next", Answer.redirect("/dir/x/../tool.sh?sig=secret"));
        answers.put("/dir/tool.sh", Answer.bytes("text/plain", Bytes.of(CONTENT)));
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(get(fixture, "/moved").statusCode()).isEqualTo(200);
            assertThat(rules.asked)
                    .containsExactly(
                            "https://files.test/moved",
                            "https://other.test/next",
                            "https://other.test/dir/tool.sh?sig=secret");
            assertThat(origin.received()).allSatisfy(request -> {
                assertThat(request.header("Authorization")).isNull();
                assertThat(request.header("Cookie")).isNull();
                assertThat(request.header("Referer")).isNull();
            });
            assertThat(fixture.auditLines().getFirst())
                    .contains("redirected to https://other.test/next, then https://other.test/dir/tool.sh")
                    .doesNotContain("secret");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://denied.test/tool.sh | 403 | redirect to https://denied.test/tool.sh: denied by policy",
                "http://files.test/tool.sh | 502 | failed to fetch file",
                "//127.0.0.1/tool.sh | 403 | not public",
                "https://169.254.169.254/latest | 403 | metadata",
                "https://[::1]/tool.sh | 403 | not public",
                "https://localhost/tool.sh | 403 | local meaning",
                "https://u:p@files.test/tool.sh | 502 | failed to fetch file",
                "file:///etc/passwd | 502 | failed to fetch file",
                "javascript:alert(1) | 502 | failed to fetch file",
                "/here | 502 | failed to fetch file"
            })
    void aRedirectThatLeadsElsewhereIsNotFollowed(String location, int status, String why) throws Exception {
        answers.put("/here", Answer.redirect(location));
        try (var fixture = new FetchFixture(directory, options)) {
            HttpResponse<String> answer = get(fixture, "/here");
            assertThat(answer.body()).contains(why);
            assertThat(answer.statusCode()).isEqualTo(status);
            assertThat(origin.received()).hasSize(1);
            nothingIsLeft(fixture);
        }
    }

    @Test
    void redirectsHaveABound() throws Exception {
        for (int i = 0; i < 10; i++) {
            answers.put("/" + i, Answer.redirect("/" + (i + 1)));
        }
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(get(fixture, "/0").statusCode()).isEqualTo(502);
            assertThat(origin.received()).hasSize(FileBounds.DEFAULT.redirects() + 1);
        }
    }

    @Test
    void whatCannotBeReadAsTheFileIsRefusedAndNothingIsLeft() throws Exception {
        options.fileBounds = FileBounds.DEFAULT.upTo(100_000);
        answers.put("/wrong", Answer.bytes("text/plain", Bytes.of(CONTENT + "x")));
        answers.put("/endless", new Answer.Endless());
        answers.put("/announced", new Answer.Cut(1L << 40, "x"));
        answers.put("/cut", new Answer.Cut(CONTENT.length() + 10L, CONTENT));
        answers.put("/short", new Answer.Raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + CONTENT, true));
        answers.put("/gzip", new Answer.Whole(200, Map.of("content-encoding", "gzip"), Bytes.of(CONTENT)));
        answers.put("/partial", new Answer.Whole(206, Map.of(), Bytes.of(CONTENT)));
        answers.put("/raw", new Answer.Raw("SSH-2.0-x\r\n", true));
        answers.put("/closed", new Answer.Close());
        answers.put(
                "/two",
                new Answer.Raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", true));
        answers.put("/nowhere", new Answer.Whole(302, Map.of(), Bytes.of("")));
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(get(fixture, "/wrong").body()).isEqualTo("{\"error\":\"integrity check failed\"}\n");
            assertThat(get(fixture, "/short").statusCode()).isEqualTo(422);
            assertThat(get(fixture, "/endless").body()).contains("larger than 100000 bytes");
            assertThat(get(fixture, "/announced").body()).contains("larger than 100000 bytes");
            for (String path : List.of("/cut", "/gzip", "/partial", "/raw", "/closed", "/two", "/nowhere", "/none")) {
                assertThat(get(fixture, path).body()).as(path).isEqualTo("{\"error\":\"failed to fetch file\"}\n");
            }
            nothingIsLeft(fixture);
            origin.awaitClosed(origin.connections(), Duration.ofSeconds(30));
        }
    }

    @Test
    void interimAnswersArePassedOver() throws Exception {
        String hint = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n";
        String whole = "HTTP/1.1 200 OK\r\nContent-Length: " + CONTENT.length() + "\r\n\r\n" + CONTENT;
        answers.put("/hinted", new Answer.Raw(hint + hint + whole, true));
        answers.put("/hints", new Answer.Raw(hint.repeat(200) + whole, true));
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(get(fixture, "/hinted").statusCode()).isEqualTo(200);
            assertThat(get(fixture, "/hints").statusCode())
                    .as("not without end")
                    .isEqualTo(502);
        }
    }

    @Test
    void aSilentOriginIsGivenUp() throws Exception {
        options.fileBounds = new FileBounds(1_000, 5, Duration.ofMillis(300));
        answers.put("/silent", new Answer.Silence());
        answers.put("/stalled", new Answer.Stalled("half"));
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(get(fixture, "/silent").statusCode()).isEqualTo(502);
            assertThat(get(fixture, "/stalled").statusCode()).isEqualTo(502);
            nothingIsLeft(fixture);
        }
    }

    @Test
    void aDamagedEntryIsHealedAndOneOfAnotherKindIsNotTaken() throws Exception {
        try (var fixture = new FetchFixture(directory, options)) {
            get(fixture, "/tool.sh");
            Path kept = fixture.cache()
                    .resolve(".fullsend-cache/files/sha256")
                    .resolve(PIN.substring(8))
                    .resolve("content");
            Files.writeString(kept, "something else");
            assertThat(get(fixture, "/tool.sh").statusCode()).isEqualTo(200);
            assertThat(kept).hasContent(CONTENT);
            assertThat(fixture.auditLines().getLast()).contains("damaged entry", "\"cache_hit\":false");
        }
    }

    @Test
    void aFileWhoseHashIsASkillsIsKeptBesideIt() throws Exception {
        options.enabled = true;
        try (var fixture = new FetchFixture(directory, options)) {
            String skill = fixture.skill("a", Map.of("SKILL.md", "# A\n"));
            assertThat(fixture.fetch(skill).statusCode()).isEqualTo(200);
            String lines = "SKILL.md:" + Sha256.of("# A\n".getBytes(UTF_8)) + "\n";
            answers.put("/lines", Answer.bytes("text/plain", Bytes.of(lines)));
            String url = "https://files.test/lines#sha256=" + Sha256.of(lines.getBytes(UTF_8));
            assertThat(url).endsWith(skill.substring(skill.indexOf('#')));
            HttpResponse<String> file = fixture.post(file(url));
            assertThat(fixture.landed(file)).hasContent(lines);
            HttpResponse<String> again = fixture.fetch(skill);
            assertThat(fixture.landed(again).resolve("SKILL.md")).hasContent("# A\n");
            assertThat(fixture.auditLines().getLast()).contains("\"cache_hit\":true");
        }
    }

    @Test
    void whatIsKeptIsServedOnlyToWhoHasTheRight() throws Exception {
        try (var fixture = new FetchFixture(directory, options)) {
            get(fixture, "/tool.sh");
            rules.denies = true;
            assertThat(get(fixture, "/tool.sh").statusCode()).isEqualTo(403);
            assertThat(get(fixture, "/other.sh").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void aPinAloneOpensNoFileAndAQueryIsPartOfItsPlace() throws Exception {
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(get(fixture, "/tool.sh?key=one").statusCode()).isEqualTo(200);
            assertThat(get(fixture, "/other.sh").statusCode()).isEqualTo(502);
            answers.remove("/tool.sh");
            assertThat(get(fixture, "/tool.sh?key=two").statusCode()).isEqualTo(502);
            assertThat(get(fixture, "/tool.sh?key=one").statusCode()).isEqualTo(200);
            try (Stream<Path> all = Files.walk(fixture.cache())) {
                assertThat(all.filter(path -> path.endsWith("metadata.json")))
                        .allSatisfy(path -> assertThat(path).content().doesNotContain("key="));
            }
        }
    }

    @Test
    void manyAtOnceMakeOneRequest() throws Exception {
        int many = 24;
        try (var fixture = new FetchFixture(directory, options);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var together = new CyclicBarrier(many);
            List<Future<HttpResponse<String>>> all = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                Callable<HttpResponse<String>> one = () -> {
                    together.await();
                    return get(fixture, "/tool.sh");
                };
                all.add(threads.submit(one));
            }
            for (Future<HttpResponse<String>> one : all) {
                assertThat(one.get().statusCode()).isEqualTo(200);
            }
            assertThat(origin.received()).hasSize(1);
        }
    }

    @Test
    void oneThatOnlyTheAllowlistGrantsIsOneOfTheRunsFetches() throws Exception {
        rules.isCounted = true;
        options.max = 1;
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(get(fixture, "/none").statusCode())
                    .as("fails, and costs nothing")
                    .isEqualTo(502);
            assertThat(get(fixture, "/tool.sh").statusCode()).isEqualTo(200);
            assertThat(get(fixture, "/tool.sh").statusCode()).isEqualTo(429);
            assertThat(fixture.allowance.taken()).isEqualTo(1);
        }
    }

    @Test
    void aRedirectToWhatOnlyTheAllowlistGrantsIsNoWayRoundTheCount() throws Exception {
        rules.counted = "other.test";
        answers.put("/to", Answer.redirect("https://other.test/tool.sh"));
        try (var fixture = new FetchFixture(directory, options)) {
            HttpResponse<String> led = get(fixture, "/to");
            assertThat(led.statusCode()).isEqualTo(403);
            assertThat(led.body()).contains("redirect to https://other.test/tool.sh", "name that URL itself");
            assertThat(origin.received()).hasSize(1);
            assertThat(fixture.auditLines().getFirst()).contains("\"reason\":\"no_grant\"");
            nothingIsLeft(fixture);
            assertThat(fixture.post(file("https://other.test/tool.sh" + PIN)).statusCode())
                    .isEqualTo(200);
            assertThat(fixture.allowance.taken()).isEqualTo(1);
        }
    }

    @Test
    void eachRequestThatGoesOutIsChargedAndEachThatIsServedFromTheCache() throws Exception {
        answers.put("/to", Answer.redirect("https://other.test/tool.sh"));
        rules.left.set(3);
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(get(fixture, "/to").statusCode()).isEqualTo(200);
            assertThat(rules.left).hasValue(1);
            assertThat(get(fixture, "/to").statusCode()).isEqualTo(200);
            assertThat(get(fixture, "/to").statusCode())
                    .as("kept, and not paid")
                    .isEqualTo(402);
            assertThat(origin.received()).hasSize(2);
        }
    }

    @Test
    void aRedirectThatCannotBePaidIsNotFollowed() throws Exception {
        answers.put("/to", Answer.redirect("https://other.test/tool.sh"));
        rules.left.set(1);
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(get(fixture, "/to").statusCode()).isEqualTo(402);
            assertThat(origin.received()).hasSize(1);
        }
    }

    @Test
    void whatIsRefusedForItsCountCostsNothing() throws Exception {
        rules.isCounted = true;
        options.max = 1;
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(get(fixture, "/tool.sh").statusCode()).isEqualTo(200);
            assertThat(get(fixture, "/tool.sh").statusCode()).isEqualTo(429);
            assertThat(rules.left).hasValue(99);
        }
    }

    @Test
    void whatIsCountedMayBeLedToWhatIsNotAndToWhatIs() throws Exception {
        rules.counted = "files.test";
        answers.put("/to", Answer.redirect("https://other.test/back"));
        answers.put("/back", Answer.redirect("https://files.test/tool.sh"));
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(get(fixture, "/to").statusCode()).isEqualTo(200);
            assertThat(fixture.allowance.taken()).isEqualTo(1);
        }
    }

    private static void nothingIsLeft(FetchFixture fixture) throws IOException {
        assertThat(FetchFixture.below(fixture.cache()))
                .allMatch(path -> !path.contains("building/") && !path.contains("sha256/"));
        assertThat(FetchFixture.below(fixture.sandbox())).containsExactly("");
        assertThat(FetchFixture.below(fixture.directory.resolve("staging"))).containsExactly("");
    }
}
