package io.sallyport.decision.body;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class JsonFormFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void whatIsReadIsReadByTheOtherReaderAndAgain(byte[] bytes) {
        if (!(Bodies.of(Bodies.JSON, bytes).json() instanceof BodyForm.Read(RegoValue value))) {
            return;
        }
        Bodies.assertReads(Bodies.json(RegoJson.write(value)).json(), RegoJson.write(value));
        if (RegoJson.parse(bytes, JsonLimits.DOCUMENT) instanceof ParsedJson.Accepted(RegoValue other)) {
            assertThat(value).isEqualTo(other);
        }
    }
}
