package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.RequestPart;
import io.sallyport.auditstore.AuditStore;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Questions about the audit log that the store answers. */
class AuditQuestionsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path folder;

    private AdminFixture fixture;
    private AuditStore store;

    @BeforeEach
    void open() throws Exception {
        fixture = AdminFixture.withStore(folder);
        store = Objects.requireNonNull(fixture.store);
        append("sb-1", "api.example.com", "/repos/Acme", ReasonCode.GRANTED);
        append("sb-1", "cdn.example.com", "/x", ReasonCode.NO_GRANT);
        append("sb-2", "cdn.example.com", "/y", ReasonCode.NO_GRANT);
        append("sb-2", "example.com", "/z", ReasonCode.GUARDRAIL);
        assertThat(store.awaitEnd(Duration.ofSeconds(60))).isTrue();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void append(String sandbox, String host, String path, ReasonCode reason) throws InterruptedException {
        var written = new CountDownLatch(1);
        fixture.clock.advance(Duration.ofMinutes(10));
        AuditEvent event = AuditEvent.begin(fixture.audit.nextId(), fixture.clock.millis())
                .sandbox(sandbox, "run-7", 1)
                .rule("lease:net.fetch[0]")
                .request(
                        RequestKind.HTTP,
                        new RequestPart("http", host, 80, "GET", path, List.of(), null, null, null, null, null, 0, 0),
                        reason,
                        reason.status());
        fixture.audit.append(event, Runnable::run, _ -> written.countDown());
        written.await();
    }

    private JsonNode asked(String query) throws Exception {
        HttpResponse<String> answer = fixture.get("/v1/audit?" + query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private List<String> paths(String query) throws Exception {
        List<String> paths = new ArrayList<>();
        asked(query)
                .path("records")
                .forEach(record -> paths.add(record.path("path").asString("")));
        return paths;
    }

    @Test
    void filtersOfTheStoreSelectRecords() throws Exception {
        assertThat(paths("host=*.example.com")).containsExactly("/repos/Acme", "/x", "/y");
        assertThat(paths("host=example.com")).containsExactly("/z");
        assertThat(paths("text=acme")).containsExactly("/repos/Acme");
        assertThat(paths("run=run-7&to=2026-11-18T12:20:00Z&from=2026-11-18T12:10:00Z"))
                .containsExactly("/repos/Acme");
        assertThat(paths("rule=" + URLEncoder.encode("lease:net.fetch[0]", StandardCharsets.UTF_8)))
                .hasSize(4);
        assertThat(paths("label=team%3Ddocs")).isEmpty();
    }

    @Test
    void aRecordIsFoundAsSoonAsItWasWritten() throws Exception {
        append("sb-3", "new.test", "/new", ReasonCode.GRANTED);
        assertThat(paths("sandbox=sb-3&text=new.test")).containsExactly("/new");
    }

    @Test
    void pagesLeadBackAndStayAsTheLogGrows() throws Exception {
        JsonNode newest = asked("kind=http&limit=3");
        assertThat(newest.path("records")).hasSize(3);
        append("sb-9", "later.test", "/later", ReasonCode.GRANTED);
        assertThat(paths("kind=http&limit=3&cursor=" + newest.path("next").asString("")))
                .containsExactly("/repos/Acme");
    }

    private JsonNode replayed(String query) throws Exception {
        HttpResponse<String> answer =
                fixture.call(Role.READER, "POST", "/v1/sandboxes/sb-1/replay" + query, "{\"lease\": {}}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    @Test
    void aReplayAsksAboutTheSandboxesRecordsOfTheLastDayPageByPage() throws Exception {
        JsonNode newest = replayed("?limit=1");
        assertThat(newest.path("records").asInt()).isEqualTo(1);
        JsonNode older = replayed("?limit=1&cursor=" + newest.path("next").asString(""));
        assertThat(older.path("generation").asInt()).isEqualTo(4);
        assertThat(fixture.replayed.getFirst()).singleElement().asString().contains("\"/x\"");
        assertThat(fixture.replayed.get(1)).singleElement().asString().contains("\"/repos/Acme\"");
        fixture.clock.advance(Duration.ofHours(24).minusMinutes(25));
        assertThat(replayed("").path("records").asInt())
                .as("one of the two is older than a day")
                .isEqualTo(1);
    }

    @Test
    void aReplayIsBoundedInRecordsAndForThoseWhoMayReadThem() throws Exception {
        String path = "/v1/sandboxes/sb-1/replay";
        assertThat(fixture.call(Role.READER, "POST", path + "?limit=11", "{}").statusCode())
                .isEqualTo(400);
        assertThat(fixture.call(Role.READER, "POST", path + "?cursor=-1", "{}").statusCode())
                .isEqualTo(400);
        assertThat(fixture.call(Role.READER, "POST", path, "{\"lease\": 1}").statusCode())
                .isEqualTo(422);
        assertThat(fixture.call(Role.RUNNER, "POST", path, "{}").statusCode()).isEqualTo(403);
        assertThat(fixture.replayed).isEmpty();
    }

    @Test
    void groupsCountRecords() throws Exception {
        JsonNode answer = asked("verdict=deny&group_by=host,reason");
        assertThat(answer.path("total").asInt()).isEqualTo(2);
        assertThat(answer.path("groups").get(0).toString())
                .isEqualTo("{\"keys\":{\"host\":\"cdn.example.com\",\"reason\":\"no_grant\"},\"records\":2,"
                        + "\"requests\":2,\"last\":\"2026-11-18T12:30:00Z\"}");
        assertThat(asked("group_by=hour").path("groups")).hasSize(1);
    }

    @Test
    void wrongQuestionsAreRefusedWithTheParameter() throws Exception {
        for (String bad : List.of(
                "text=ab",
                "label=x",
                "group_by=path",
                "group_by=host,host",
                "group_by=host,run,rule,kind",
                "from=now",
                "to=now",
                "cursor=0",
                "cursor=x",
                "from=2026-11-18T12:00:00Z&since=2026-11-18T12:00:00Z")) {
            HttpResponse<String> answer = fixture.get("/v1/audit?" + bad);
            assertThat(answer.statusCode()).as(bad).isEqualTo(400);
            assertThat(answer.body()).contains(bad.substring(0, bad.indexOf('=')));
        }
    }

    @Test
    void textOfAQueryLanguageIsOnlyText() throws Exception {
        for (String hostile : List.of("*:*", "a OR b", "') OR 1=1 --", "host:*", "(((", "\"\\\"", "~0.0 /.*/")) {
            String encoded = URLEncoder.encode(hostile, StandardCharsets.UTF_8).replace("+", "%20");
            for (String name : List.of("text", "sandbox", "rule", "run", "host")) {
                assertThat(paths("to=2030-01-01T00:00:00Z&" + name + "=" + encoded))
                        .as(name + " " + hostile)
                        .isEmpty();
            }
        }
    }

    @Test
    void withoutAStoreWhatNeedsItSaysSo() throws Exception {
        store.close();
        assertThat(fixture.get("/v1/audit?sandbox=sb-1").body()).contains("/repos/Acme");
        HttpResponse<String> answer = fixture.get("/v1/audit?text=acme");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("audit store");
    }

    @Test
    void onlyRolesThatReadTheAuditMayAsk() throws Exception {
        assertThat(fixture.call(Role.READER, "GET", "/v1/audit?group_by=host", "")
                        .statusCode())
                .isEqualTo(200);
        assertThat(fixture.call(Role.RUNNER, "GET", "/v1/audit?group_by=host", "")
                        .statusCode())
                .isEqualTo(403);
    }
}
