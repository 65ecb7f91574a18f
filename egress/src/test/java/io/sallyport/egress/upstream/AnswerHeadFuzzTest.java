package io.sallyport.egress.upstream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class AnswerHeadFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void headsHaveOneReading(byte[] bytes) {
        AnswerHeadForms.check(bytes);
    }
}
