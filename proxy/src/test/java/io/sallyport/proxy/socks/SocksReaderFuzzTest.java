package io.sallyport.proxy.socks;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class SocksReaderFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void messagesHaveOneReading(byte[] bytes) {
        SocksForms.check(bytes);
    }
}
