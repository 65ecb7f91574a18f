package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With which environment programs are started, asked as one who may say what a server gets. */
class LauncherTest {
    /** Whoever runs with it under that name writes what it does to standard error. */
    private static final Map<String, String> STEERING =
            Map.of("LD_DEBUG", "files", "KEY", "two words\n\"and\" $HOME ${HOME} \\ a line", "EMPTY", "");

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void opensTheFolder() throws IOException {
        RequireTool.require("env");
        RequireTool.require("setsid");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    @Test
    void whereProgramsAreFoundIsTheGatewaysAffair() throws Exception {
        Launcher launcher = Launcher.of(List.of(), Tools.searchPath());
        assertThat(environment(launcher, Map.of("PATH", "/tmp/x", "A", "b")))
                .containsExactlyInAnyOrder("PATH=" + Tools.searchPath(), "A=b");
    }

    @ParameterizedTest
    @EnumSource
    void anotherUsersProgramGetsItsEnvironmentAndNothingElse(ServerUser.Tool tool) throws Exception {
        Launcher launcher = Launcher.of(List.of(), Tools.searchPath()).as(ServerUserTest.nobody(tool));
        String[] wanted = Stream.concat(
                        STEERING.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue()),
                        Stream.of("SALLYPORT_RUN=r", "PATH=" + Tools.searchPath()))
                .toArray(String[]::new);
        assertThat(environment(launcher, with("SALLYPORT_RUN", "r"))).containsExactlyInAnyOrder(wanted);
    }

    /** The loader tells of every program that it loads with that variable: none of those before the switch is one. */
    @ParameterizedTest
    @EnumSource
    void nothingThatStillRunsAsTheGatewayIsSteered(ServerUser.Tool tool) throws Exception {
        Launcher launcher = Launcher.of(List.of(), Tools.searchPath()).as(ServerUserTest.nobody(tool));
        Launcher.Started started = launcher.start(List.of(program("true")), folder, STEERING, true);
        String said = new String(started.process().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said)
                .as("the program itself is steered, or this test proves nothing")
                .contains("initialize program: " + program("true"));
        assertThat(said).doesNotContain("program: " + program("setsid"), "/setpriv\n", "/sudo\n", "/env\n");
        assertThat(started.process().waitFor()).isZero();
    }

    /** Also in the moment in which env(1) has it: there the names alone are on the command line. */
    @ParameterizedTest
    @EnumSource
    void noValueStandsInAnArgument(ServerUser.Tool tool) {
        ServerUser user = ServerUserTest.nobody(tool);
        assertThat(user.before(new EncodedEnvironment(Map.of("KEY", "t0ps3cret")), folder))
                .contains("KEY=${SALLYPORT_ENV_KEY}")
                .noneMatch(word -> word.contains("t0ps3cret"));
    }

    @Test
    void aProgramThatEnvWouldTakeForAVariableIsNotStarted() {
        Launcher launcher =
                Launcher.of(List.of(), Tools.searchPath()).as(ServerUserTest.nobody(ServerUser.Tool.SETPRIV));
        assertThatIOException()
                .isThrownBy(() -> launcher.start(List.of("/srv/a=b/words"), folder, Map.of(), true))
                .withMessageStartingWith("/srv/a=b/words: env(1)");
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> all = new HashMap<>(STEERING);
        all.put(name, value);
        return all;
    }

    private List<String> environment(Launcher launcher, Map<String, String> environment) throws Exception {
        Launcher.Started started = launcher.start(
                List.of(program("dd"), "if=/proc/self/environ", "status=none"), folder, environment, false);
        byte[] said = started.process().getInputStream().readAllBytes();
        assertThat(started.process().waitFor()).isZero();
        return Arrays.asList(new String(said, StandardCharsets.UTF_8).split("\0"));
    }

    private static String program(String name) {
        return Objects.requireNonNull(Tools.find(name)).toString();
    }
}
