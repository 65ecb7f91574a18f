package io.sallyport.proxy.listener;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} looks for more. */
final class ChunkedBodyFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void bodiesHaveOneReading(byte[] bytes) {
        ChunkForms.check(bytes);
    }
}
