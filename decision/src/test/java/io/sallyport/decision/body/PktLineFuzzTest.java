package io.sallyport.decision.body;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code proxy/fuzz.sh} searches for more. */
@Execution(ExecutionMode.CONCURRENT)
final class PktLineFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void commandsDoNotDependOnWhatHasCome(byte[] bytes) {
        PushCommands all = PushCommands.read(bytes);
        for (int length = 0; length < bytes.length; length += 1 + length / 8) {
            PushCommands beginning = PushCommands.read(Arrays.copyOf(bytes, length));
            if (!(beginning instanceof PushCommands.Partial)) {
                assertThat(beginning).isEqualTo(all);
            }
        }
    }
}
