package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.apiservers.ProcessGroup.Signal;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A process that was started by setsid(1), which has not made its group. */
class ProcessGroupTest {
    private final Process alone;

    ProcessGroupTest() throws IOException {
        RequireTool.require("sleep");
        alone = new ProcessBuilder("sleep", "100000").start();
    }

    @AfterEach
    void end() {
        alone.destroyForcibly();
    }

    @Test
    void aSignalReachesTheProcessThatIsToLeadIt() throws Exception {
        assertThat(new ProcessGroup(alone, true, null).send(Signal.KILL)).isTrue();
        assertThat(alone.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void nobodyIsLeftToGetOneWhenItHasEnded() throws Exception {
        alone.destroyForcibly().waitFor();
        assertThat(new ProcessGroup(alone, true, null).send(Signal.KILL)).isFalse();
    }
}
