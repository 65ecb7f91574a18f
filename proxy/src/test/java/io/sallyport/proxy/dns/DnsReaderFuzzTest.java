package io.sallyport.proxy.dns;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class DnsReaderFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void queriesAreReadOrRefused(byte[] bytes) {
        DnsForms.check(bytes);
    }
}
