package io.sallyport.audit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.chain.ChainEnd;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Sha256;
import io.sallyport.model.answer.DecisionGrounds;
import io.sallyport.model.answer.Objection;
import io.sallyport.model.program.ObservedProgram;
import io.sallyport.model.trace.TraceContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LineEncoderTest {
    private static final String SEAL = ",\"seq\":[0-9]+,\"prev_hash\":\"[0-9a-f]{64}\",\"hash\":\"[0-9a-f]{64}\"}\n$";
    private final LineBuffer out = new LineBuffer();
    private final LineEncoder encoder = new LineEncoder(out, new Chain(ChainEnd.NONE), RecordRedaction.NONE);

    private String encoded(LogLine line) {
        out.cutTo(0);
        encoder.encode(line);
        String written = StandardCharsets.UTF_8.decode(out.view()).toString();
        assertThat(written).containsPattern(SEAL);
        return written.replaceFirst(SEAL, "}\n");
    }

    @Test
    void writesAnAllowedRequestAsDocumented() {
        assertThat(encoded(new LogLine.Whole(Records.allowed("01"))))
                .isEqualTo("{\"v\":1,\"audit_id\":\"01\",\"time\":\"2026-11-18T12:00:00.123Z\",\"kind\":\"http\","
                        + "\"sandbox\":\"sb-1\",\"run\":\"run-7\",\"generation\":3,\"verdict\":\"allow\","
                        + "\"reason\":\"granted\",\"rule\":\"lease:net.fetch[0]\",\"status\":200,"
                        + "\"mode\":\"enforce\",\"would_deny\":false,\"scheme\":\"http\","
                        + "\"host\":\"api.github.com\",\"port\":80,\"method\":\"GET\",\"path\":\"/repos/acme/x\","
                        + "\"protocol\":\"http\",\"inspected\":true,\"address\":\"140.82.121.6\",\"bytes_in\":0,"
                        + "\"bytes_out\":512,\"duration_us\":1234}\n");
    }

    @Test
    void writesLabelsAfterTheRunAndNamesOfParametersAfterThePath() {
        RequestPart asked = RequestPart.call("GET", "/x").naming(List.of("*", "page"));
        AuditEvent event = AuditEvent.begin("07", Records.NOON)
                .sandbox("sb-1", "run-7", 3)
                .request(RequestKind.HTTP, asked, ReasonCode.GRANTED, 200)
                .bearing(Map.of("team", "\"\u001b[2J\n\u202e"), null);
        assertThat(encoded(new LogLine.Whole(event)))
                .contains("\"run\":\"run-7\",\"labels\":{\"team\":\"\\\"\\u001B[2J\\n\\u202E\"},\"generation\":3,")
                .contains("\"path\":\"/x\",\"query_names\":[\"*\",\"page\"]");
    }

    @Test
    void aCountedRefusalBearsTheLabelsOfItsSandbox() {
        EventFacts first = Records.refused("08", "sb-1", "a.test")
                .bearing(Map.of("team", "red"), null)
                .facts()
                .withoutRequest();
        assertThat(encoded(new LogLine.Folded("http", first, "a.test", 7, "09", Records.NOON)))
                .contains("\"run\":\"run-7\",\"labels\":{\"team\":\"red\"},\"verdict\":\"deny\"");
    }

    @Test
    void aFetchThatIsTracedHasOneMemberOfThatName() {
        var trace = new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", true);
        AuditEvent fetch = Records.refusedFetch("10", true).bearing(Map.of(), trace);
        assertThat(encoded(new LogLine.Whole(fetch)))
                .containsOnlyOnce("\"trace_id\"")
                .contains("\"trace_id\":\"10\"");
    }

    @Test
    void leavesOutWhatIsNotKnown() {
        AuditEvent bare = AuditEvent.begin("02", Records.NOON)
                .request(RequestKind.CONNECT, RequestPart.NONE, ReasonCode.NO_IDENTITY, 407);
        assertThat(encoded(new LogLine.Whole(bare)))
                .isEqualTo("{\"v\":1,\"audit_id\":\"02\",\"time\":\"2026-11-18T12:00:00.123Z\","
                        + "\"kind\":\"connect\",\"verdict\":\"deny\",\"reason\":\"no_identity\",\"status\":407,"
                        + "\"mode\":\"enforce\",\"would_deny\":false}\n");
    }

    @Test
    void writesAQuestionToTheDnsAsDocumented() {
        AuditEvent asked = AuditEvent.begin("06", Records.NOON)
                .sandbox("sb-1", "run-7", 3)
                .name(RequestPart.name("a.test", "A", "198.18.0.1"), ReasonCode.GRANTED);
        assertThat(encoded(new LogLine.Whole(asked)))
                .isEqualTo("{\"v\":1,\"audit_id\":\"06\",\"time\":\"2026-11-18T12:00:00.123Z\",\"kind\":\"dns\","
                        + "\"sandbox\":\"sb-1\",\"run\":\"run-7\",\"generation\":3,\"verdict\":\"allow\","
                        + "\"reason\":\"granted\",\"mode\":\"enforce\",\"would_deny\":false,"
                        + "\"host\":\"a.test\",\"method\":\"A\",\"address\":\"198.18.0.1\"}\n");
    }

    @Test
    void saysWhereAConnectionCameFrom() {
        AuditEvent unknown = AuditEvent.begin("03", Records.NOON)
                .source(new ConnectionSource("2001:db8:0:0:0:0:0:7", "10.0.0.2", null))
                .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.NO_IDENTITY, 407);
        assertThat(encoded(new LogLine.Whole(unknown)))
                .contains(",\"client_address\":\"2001:db8:0:0:0:0:0:7\",\"peer\":\"10.0.0.2\"}");
    }

    @Test
    void saysWhichProgramAsked() {
        var program = new ObservedProgram("/tmp/a\"\n\u001b", new Sha256("0".repeat(Sha256.DIGITS)));
        AuditEvent known = AuditEvent.begin("03", Records.NOON)
                .source(new ConnectionSource(null, null, program))
                .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.NO_IDENTITY, 407);
        assertThat(encoded(new LogLine.Whole(known)))
                .endsWith(",\"program\":\"/tmp/a\\\"\\n\\u001B\",\"program_sha256\":\"" + "0".repeat(Sha256.DIGITS)
                        + "\"}\n");
    }

    @Test
    void saysWhatARefusalRestsOn() {
        var usedUp = new Objection(ReasonCode.BUDGET_EXHAUSTED, "net.fetch", "http://h/", "USD", "-0.01");
        var grounds = new DecisionGrounds("job-1", null, List.of(Objection.of(ReasonCode.NO_GRANT, null), usedUp));
        AuditEvent refused = AuditEvent.begin("09", Records.NOON)
                .sandbox("sb-1", null, 1)
                .grounds(grounds)
                .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.NO_GRANT, 403);
        assertThat(encoded(new LogLine.Whole(refused)))
                .contains("\"generation\":1,\"lease_id\":\"job-1\",\"verdict\":\"deny\",\"reason\":\"no_grant\",")
                .contains("\"reasons\":[\"no_grant\",\"budget_exhausted\"],\"remaining\":{\"USD\":\"-0.01\"}");
    }

    @Test
    void saysWhichPatternGranted() {
        AuditEvent allowed = AuditEvent.begin("10", Records.NOON)
                .rule("lease:net.fetch[0]")
                .lease("job-1", "https://a.test/**")
                .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.GRANTED, 200);
        assertThat(encoded(new LogLine.Whole(allowed)))
                .contains("\"rule\":\"lease:net.fetch[0]\",\"pattern\":\"https://a.test/**\"")
                .doesNotContain("reasons", "remaining");
    }

    @Test
    void writesCountedRefusalsWithoutWhatTheyDoNotShare() {
        var folded = new LogLine.Folded(
                "http", Records.refused("03", "sb-1", "evil.test").facts(), "evil.test", 17, "09", Records.NOON);
        assertThat(encoded(folded))
                .isEqualTo("{\"v\":1,\"audit_id\":\"03\",\"time\":\"2026-11-18T12:00:00.123Z\",\"kind\":\"http\","
                        + "\"sandbox\":\"sb-1\",\"run\":\"run-7\",\"verdict\":\"deny\",\"reason\":\"no_grant\","
                        + "\"status\":200,\"mode\":\"enforce\",\"would_deny\":false,\"host\":\"evil.test\","
                        + "\"count\":17,\"last_time\":\"2026-11-18T12:00:00.123Z\",\"last_audit_id\":\"09\"}\n");
    }

    @Test
    void writesWhatTheLogSaysOfItself() {
        assertThat(encoded(new LogLine.Own("04", Records.NOON, true, "records were lost for want of room", 5)))
                .isEqualTo("{\"v\":1,\"audit_id\":\"04\",\"time\":\"2026-11-18T12:00:00.123Z\","
                        + "\"kind\":\"lifecycle\",\"verdict\":\"fail\",\"reason\":\"audit_unavailable\","
                        + "\"mode\":\"enforce\",\"would_deny\":false,"
                        + "\"detail\":\"records were lost for want of room\",\"count\":5}\n");
    }

    @Test
    void anEventIsOneLineWhateverStandsInIt() {
        String hostile = "/a\nb\r{\"v\":1}\u0000\u001b[2J\u007f\u0085\u2028\u2029\ud800x\udc00\u202e\"\\";
        String line = encoded(new LogLine.Whole(Records.record("05", "sb-1", ReasonCode.NO_GRANT, "h", hostile, null)));
        assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
        assertThat(line.strip()).matches("[ -~]+");
        assertThat(line)
                .contains("/a\\nb\\r{\\\"v\\\":1}\\u0000\\u001B[2J\\u007F\\u0085\\u2028\\u2029\\uD800x\\uDC00\\u202E");
    }

    @Test
    void randomTextStaysOneReadableLine() {
        long seed = 20_261_118L;
        var random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            char[] text = new char[random.nextInt(40)];
            for (int c = 0; c < text.length; c++) {
                text[c] = (char) random.nextInt(Character.MAX_VALUE + 1);
            }
            String host = new String(text);
            byte[] line = encoded(
                            new LogLine.Whole(Records.record("06", "sb-1", ReasonCode.NO_GRANT, host, host, null)))
                    .getBytes(StandardCharsets.UTF_8);
            AuditLine read = AuditLine.parse(line, 0, line.length - 1);
            assertThat(requireNonNull(read).field("host"))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(host);
        }
    }

    @Test
    void aReportedDenialIsAnAllowThatSaysSo() {
        AuditEvent reported = AuditEvent.begin("07", Records.NOON)
                .sandbox("sb-1", null, 1)
                .mode(Mode.REPORT, true)
                .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.NO_GRANT, 200);
        assertThat(encoded(new LogLine.Whole(reported)))
                .contains("\"verdict\":\"allow\",\"reason\":\"no_grant\"")
                .contains("\"mode\":\"report\",\"would_deny\":true");
    }

    @Test
    void aRuleInReportModeIsNamedByWhatWasAllowed() {
        assertThat(encoded(new LogLine.Whole(reported(ReasonCode.GRANTED))))
                .contains("\"verdict\":\"allow\",\"reason\":\"granted\",\"rule\":\"guardrails:r\"")
                .contains("\"mode\":\"report\",\"would_deny\":true");
    }

    /** Whatever refuses a request after policy allowed it: nobody reads a refusal as an allow. */
    @Test
    void aRefusalKeepsItsRuleAndItsMode() {
        for (ReasonCode reason : List.of(ReasonCode.GUARDRAIL, ReasonCode.RATE_LIMITED, ReasonCode.ADDRESS_REFUSED)) {
            assertThat(encoded(new LogLine.Whole(reported(reason))))
                    .doesNotContain("\"verdict\":\"allow\"")
                    .contains("\"rule\":\"lease:net.fetch[0]\"")
                    .contains("\"mode\":\"enforce\",\"would_deny\":false");
        }
    }

    private static AuditEvent reported(ReasonCode reason) {
        var denies = List.of(new DenyRule("guardrails:r", "m"), new DenyRule("sandbox:s", "m"));
        return AuditEvent.begin("07", Records.NOON)
                .rule("lease:net.fetch[0]")
                .reported(new Reported(denies, false))
                .request(RequestKind.HTTP, RequestPart.NONE, reason, 200);
    }

    @Test
    void theQueryIsNeverWritten() {
        AuditEvent record = Records.record("08", "sb-1", ReasonCode.NOT_CANONICAL, "h", "/a?token=secret", null);
        assertThat(encoded(new LogLine.Whole(record)))
                .contains("\"path\":\"/a\"")
                .doesNotContain("secret");
    }
}
