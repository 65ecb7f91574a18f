package io.sallyport.proxy.listener;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} looks for more. */
final class RequestHeadFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void headsHaveOneReading(byte[] bytes) {
        HeadForms.check(bytes);
    }
}
