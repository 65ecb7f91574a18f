package io.sallyport.proxy.listener;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class StreamRequestFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void sectionsAreHeadsOfHttp1OrRefused(byte[] bytes) {
        StreamForms.check(StreamForms.section(bytes), bytes.length % 2 == 0);
    }
}
