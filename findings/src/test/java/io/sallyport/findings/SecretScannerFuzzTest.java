package io.sallyport.findings;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Replays the corpus in every build; {@link RandomTextsTest} goes on in {@code ./nightly}. */
final class SecretScannerFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void whateverStandsBeforeAValueItIsFound(byte[] before) {
        HiddenValue.check(before);
    }
}
