package io.sallyport.audit.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.audit.recorded.RecordedLine.Unjudged;
import io.sallyport.audit.recorded.RecordedLine.Unreadable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What lines of a log say, those of an attacker included. */
class RecordReaderTest {
    private static final String HEAD = """
            "v":1,"audit_id":"1m7q8eckv0000","time":"2026-11-18T12:00:00.123Z","sandbox":"sb-1","run":"r"\
            """;
    private static final String GET = """
            "scheme":"https","host":"a.test","port":443,"method":"GET","path":"/x"\
            """;
    private static final String ALLOWED = """
            "kind":"http","verdict":"allow","reason":"granted"\
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not JSON",
                "[]",
                "{\"v\":1,\"audit_id\":\"1m7q8e",
                "{} {}",
                "{\"v\":2,\"kind\":\"admin\"}",
                "{\"kind\":\"admin\"}",
                "{\"v\":1,\"kind\":\"\\u001b[2J\"}"
            })
    void whatIsNoRecordOfThisVersionIsUnreadable(String line) {
        assertThat(new RecordReader().read(line)).isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "audit_id|\"<b>\"",
                "audit_id|\"\\u001b[2J\"",
                "time|\"yesterday\"",
                "time|\"2026-13-18T12:00:00.123Z\"",
                "sandbox|\"<script>\"",
                "sandbox|\"a\\nb\"",
                "reason|\"because\"",
                "count|0",
                "count|-1",
                "count|1e9",
                "count|99999999999999999999"
            })
    void aFieldThatTheLogWouldNotWriteMakesItUnreadable(String field, String value) {
        String line = "{%s,%s,%s,\"%s\":%s}".formatted(HEAD, ALLOWED, GET, field, value);
        assertThat(new RecordReader().read(line)).isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"admin", "lifecycle", "end", "policy", "dns"})
    void whatNoPolicyJudgesIsToldByItsKind(String kind) {
        assertThat(new RecordReader().read("{%s,\"kind\":\"%s\",\"verdict\":\"allow\"}".formatted(HEAD, kind)))
                .isEqualTo(new Unjudged(kind));
    }

    @Test
    void aRequestIsReadBackAsItWasJudged() {
        Judged judged = judged(ALLOWED, GET);
        assertThat(judged.question()).hasToString("http GET https://a.test/x");
        assertThat(judged.verdict()).isEqualTo(RecordedVerdict.ALLOWED);
        assertThat(judged.sandbox()).hasToString("sb-1");
        assertThat(judged.count()).isEqualTo(1);
        assertThat(judged(ALLOWED, GET + ",\"protocol\":\"grpc\"").question())
                .as("a call of gRPC needs a service in its path")
                .isNotNull();
        assertThat(judged(ALLOWED.replace("http", "fetch"), GET).question()).hasToString("fetch GET https://a.test/x");
        assertThat(judged(ALLOWED, GET.replace("https", "api").replace("a.test", "x.api.internal"))
                        .question())
                .hasToString("http GET api://x.api.internal:443/x");
    }

    @Test
    void onlyWhatPassedAndSentNothingHadNoBody() {
        assertThat(judged(ALLOWED, GET + ",\"bytes_in\":0").isBodyless()).isTrue();
        assertThat(judged(ALLOWED, GET + ",\"bytes_in\":7").isBodyless()).isFalse();
        assertThat(judged(ALLOWED, GET).isBodyless()).isFalse();
        String refused = "\"kind\":\"http\",\"verdict\":\"deny\",\"reason\":\"no_grant\"";
        assertThat(judged(refused, GET + ",\"bytes_in\":0").isBodyless()).isFalse();
    }

    @Test
    void aTunnelSaysWhetherItsContentWasSeen() {
        String connect = "\"scheme\":\"https\",\"host\":\"a.test\",\"port\":443";
        String allowed = ALLOWED.replace("http", "connect");
        assertThat(judged(allowed, connect + ",\"inspected\":false").isOpaque()).isTrue();
        assertThat(judged(allowed, connect + ",\"inspected\":true").isOpaque()).isFalse();
        assertThat(judged(allowed, connect).question()).hasToString("connect https://a.test");
    }

    @Test
    void whatWasHiddenOrOnlyCountedIsNoRequestForTheRoot() {
        assertThat(judged(ALLOWED, GET.replace(",\"path\":\"/x\"", "")).question())
                .isNull();
        Judged counted = judged("\"kind\":\"http\",\"verdict\":\"deny\",\"reason\":\"no_grant\"", GET + ",\"count\":7");
        assertThat(counted.question()).isNull();
        assertThat(counted.count()).isEqualTo(7);
        assertThat(counted.host()).isEqualTo("a.test");
        assertThat(judged(ALLOWED, GET.replace("a.test", "<b>\\u001b[2J")).host())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "allow, granted,, ALLOWED",
        "allow, no_grant,, ALLOWED", // in report mode
        "allow, gateway_own,, NOT_BY_POLICY",
        "deny, no_grant,, REFUSED",
        "deny, no_grant, parent:above/lease:net.fetch[0], NOT_BY_POLICY",
        "deny, guardrail, guardrails:no-gist, REFUSED",
        "deny, address_refused,, NOT_BY_POLICY",
        "deny, lease_expired,, NOT_BY_POLICY",
        "deny, lease_revoked,, NOT_BY_POLICY",
        "reject, not_canonical,, NOT_BY_POLICY",
        "limit, rate_limited,, NOT_BY_POLICY",
        "fail, connect_failed,, NOT_BY_POLICY"
    })
    void onlyWhatThePolicyDecidedIsItsVerdict(
            String verdict, String reason, @Nullable String rule, RecordedVerdict expected) {
        String said = "\"kind\":\"http\",\"verdict\":\"%s\",\"reason\":\"%s\"".formatted(verdict, reason);
        assertThat(judged(rule == null ? said : said + ",\"rule\":\"" + rule + "\"", GET)
                        .verdict())
                .isEqualTo(expected);
    }

    @Test
    void aChainThatDoesNotGoOnIsNoticed() {
        var reader = new RecordReader();
        reader.read(chained("0", "1"));
        reader.read(chained("1", "2"));
        assertThat(reader.isBroken()).isFalse();
        reader.read("a line that cannot be read");
        reader.read(chained("7", "8"));
        assertThat(reader.isBroken()).as("nothing is known after it").isFalse();
        reader.read(chained("9", "10"));
        assertThat(reader.isBroken()).isTrue();
    }

    private static String chained(String last, String own) {
        return "{%s,%s,%s,\"prev_hash\":\"%s\",\"hash\":\"%s\"}".formatted(HEAD, ALLOWED, GET, last, own);
    }

    private static Judged judged(String said, String request) {
        RecordedLine line = new RecordReader().read("{%s,%s,%s}".formatted(HEAD, said, request));
        assertThat(line).isInstanceOf(Judged.class);
        return (Judged) line;
    }
}
