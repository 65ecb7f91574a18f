package io.sallyport.proxy.intercept;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} looks for more. */
final class ClientHelloFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void noNameButTheTrueOne(byte[] bytes) {
        HelloForms.check(bytes);
    }
}
