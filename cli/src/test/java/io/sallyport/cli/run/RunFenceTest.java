package io.sallyport.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run for which there can be no fence: the path of its folder is too long for a Unix socket. */
class RunFenceTest {
    private static final int TOO_LONG = 120;

    @TempDir
    Path folder = Path.of("");

    private RunFence begin(FenceMode mode) throws IOException {
        return RunFence.begin(mode, Files.createDirectory(folder.resolve("x".repeat(TOO_LONG))));
    }

    @Test
    void aRunThatInsistsOnAFenceDoesNotStartWithoutOne() throws Exception {
        try (RunFence fence = begin(FenceMode.ON)) {
            assertThatThrownBy(fence::requireAsAsked)
                    .isInstanceOf(StartException.class)
                    .hasMessageStartingWith("--fence=on: there is no fence: ")
                    .hasMessageContaining("too long");
        }
    }

    @Test
    void aRunThatTakesWhatThereIsSaysWhyThereIsNone() throws Exception {
        try (RunFence fence = begin(FenceMode.AUTO)) {
            assertThatCode(fence::requireAsAsked).doesNotThrowAnyException();
            assertThat(fence.warning("curl"))
                    .contains("proxy variables are no fence", "curl could go round")
                    .contains("there is no fence: ", "too long");
            assertThat(fence.listeners(new SandboxId("run"))).hasSize(1);
        }
    }

    @Test
    void aRunThatWantsNoneSaysWhatThatMeans() throws Exception {
        try (RunFence fence = begin(FenceMode.OFF)) {
            assertThatCode(fence::requireAsAsked).doesNotThrowAnyException();
            assertThat(fence.warning("curl"))
                    .contains("proxy variables are no fence")
                    .doesNotContain("there is no fence:");
        }
    }
}
