package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void theProgramIsLoadedFromTheArchive() {
        List<String> command = GatewayJvm.command("--version");
        command.add(1, "-Xlog:class+load");
        Client.Ended ended = Client.run(folder, Map.of(), Duration.ofMinutes(2), command);
        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(ended.out()).containsPattern("io\\.sallyport\\.cli\\.Main source: shared objects file \\(top\\)");
    }
}
