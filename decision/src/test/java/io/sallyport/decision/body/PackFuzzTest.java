package io.sallyport.decision.body;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class PackFuzzTest {
    private static final String NOBODYS = "f".repeat(40);

    @FuzzTest(maxDuration = "30s")
    void noBytesShowADescentFromACommitThatNobodyMade(byte[] bytes) {
        assertThat(PackHistory.read(bytes, 0, NOBODYS.length()).shows(NOBODYS, "e".repeat(40)))
                .isFalse();
    }
}
