package io.sallyport.apiservers.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.apiservers.SearchPath;
import io.sallyport.apiservers.ServerTimes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which program a wrapper is does not depend on what a server is given. */
class ProgramWrapperTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void aWordIsLookedUpOnceAndItsArgumentsStay() throws Exception {
        Path nice = Files.writeString(folder.resolve("nice"), "#!/bin/sh\n");
        nice.toFile().setExecutable(true);
        assertThat(read("nice", "-n", "5")).containsExactly(nice.toString(), "-n", "5");
        assertThat(read(nice.toString())).containsExactly(nice.toString());
        assertThat(read()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nice", "./nice", "bin/nice", "/no/such/program", "/"})
    void whatIsNoProgramKeepsTheGatewayFromStarting(String word) {
        assertThatThrownBy(() -> read(word))
                .isInstanceOf(HostSetupException.class)
                .hasMessageStartingWith("api_servers.wrapper: " + word + " is no program");
    }

    private List<String> read(String... wrapper) throws HostSetupException {
        var settings = new ServerSettings(
                List.of(), Set.of(), Set.of(), List.of(wrapper), null, null, ServerTimes.STANDARD.startup(), null);
        return ProgramWrapper.of(settings, new SearchPath(folder.toString()));
    }
}
