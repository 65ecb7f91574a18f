package io.sallyport.proxy.intercept;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class ClientHelloFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void noNameButTheTrueOne(byte[] bytes) {
        HelloForms.check(bytes);
    }
}
