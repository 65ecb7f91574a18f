package io.sallyport.control.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.recorded.RecordReader;
import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.decision.Judge.Judgement;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayTest {
    private static final String RECORD = """
            {"v":1,"audit_id":"1m7q8eckv0000","time":"2026-11-18T12:00:00.123Z","sandbox":"sb-1","run":"r",\
            "kind":"http","verdict":"allow","reason":"granted",\
            "scheme":"https","host":"a.test","port":443,"method":"GET","path":"PATH"}\
            """;

    @ParameterizedTest
    @CsvSource({"2, 2", "1, 4"})
    void equalQuestionsAreAskedOnceAsLongAsTheirAnswersAreKept(int answers, int asked) {
        var asks = new AtomicInteger();
        ReplayedPolicy policy = (_, _, _) -> {
            asks.incrementAndGet();
            return new Judgement(Decision.Deny.of(ReasonCode.NO_GRANT), true, true, null);
        };
        var report = new ReplayReport(1);
        var traits = new SandboxTraits(Map.of(), Phase.EXECUTION);
        var replay =
                new Replay(policy, null, traits, (_, said) -> said, new RecordClock(Instant.EPOCH), report, answers);
        List.of("/a", "/b", "/a", "/b").forEach(path -> replay.add(record(path)));
        assertThat(asks).hasValue(asked);
    }

    private static Judged record(String path) {
        return (Judged) new RecordReader().read(RECORD.replace("PATH", path));
    }
}
