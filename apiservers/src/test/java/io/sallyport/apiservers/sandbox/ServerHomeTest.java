package io.sallyport.apiservers.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sallyport.apiservers.Launcher;
import io.sallyport.apiservers.SearchPath;
import io.sallyport.apiservers.ServerTimes;
import io.sallyport.apiservers.ServerUser;
import io.sallyport.apiservers.files.FilesProgram;
import io.sallyport.apiservers.files.FilesSettings;
import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is settled at the start of a gateway that runs servers as another user. */
class ServerHomeTest {
    private static final SearchPath PATH = new SearchPath(Tools.searchPath());

    @TempDir
    private Path folder = Path.of("");

    private Path state = Path.of("");

    @BeforeEach
    void makesTheState() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        state = Files.createDirectory(folder.resolve("state"));
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void withoutAUserAllIsInTheState() throws Exception {
        ServerHome home = ServerHome.of(settings(null, null), state.resolve("api-servers"), state, PATH);
        assertThat(home.user()).isNull();
        assertThat(home.run("r").home()).isEqualTo(state.resolve("api-servers/r"));
    }

    @Test
    void aUserThatIsNotThereIsNoStart() {
        assertThatThrownBy(() -> ServerHome.of(settings("no-such-user-here", null), state, state, PATH))
                .isInstanceOf(HostSetupException.class)
                .hasMessage("api_servers.user: no-such-user-here: there is no such user");
    }

    @Test
    void itsFolderIsMadeBesideTheStateForItAlone() throws Exception {
        needsRoot();
        ServerHome home = ServerHome.of(settings("nobody", null), state, state, PATH);
        assertThat(home.home()).isEqualTo(folder.resolve("state-servers"));
        assertThat(Files.getOwner(home.home())).hasToString("nobody");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.home())))
                .isEqualTo("rwx------");
        assertThat(ServerHome.of(settings("nobody", null), state, state, PATH)).isEqualTo(home);
    }

    @Test
    void aStateThatItCouldReadIsNoStart() throws Exception {
        needsRoot();
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> ServerHome.of(settings("nobody", null), state, state, PATH))
                .hasMessage("api_servers.user: nobody can read the state directory " + state);
    }

    @Test
    void aFolderThatItCannotReachIsNoStart() throws Exception {
        needsRoot();
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        Path home = closed.resolve("home");
        assertThatThrownBy(() -> ServerHome.of(settings("nobody", home), state, state, PATH))
                .hasMessageStartingWith("api_servers.home: nobody cannot write into " + home);
        assertThatThrownBy(() -> ServerHome.of(settings("nobody", closed), state, state, PATH))
                .hasMessageStartingWith("api_servers.home: nobody cannot write into " + closed);
    }

    @Test
    void aGatewaysOwnUserIsWarnedOf() {
        Launcher launcher = Launcher.of(List.of(), PATH.text());
        assertThat(HostWarnings.of(settings(null, null), launcher))
                .anyMatch(
                        line -> line.startsWith("api_servers.user is not set: API servers run as the gateway's user"));
        assertThat(HostWarnings.of(settings("nobody", null), launcher))
                .noneMatch(line -> line.contains("gateway's user"));
        var wrapped = new ServerSettings(
                List.of(), Set.of(), Set.of(), List.of("nice"), null, null, ServerTimes.STANDARD.startup(), null);
        assertThat(HostWarnings.of(wrapped, launcher))
                .as("what a wrapper does is not known: nice keeps nothing from anybody")
                .anyMatch(line -> line.endsWith("can read its secrets where the wrapper does not keep them from it"));
    }

    @Test
    void whatMayOutliveAServerIsWarnedOf() {
        Launcher bare = Launcher.of(List.of(), "");
        assertThat(HostWarnings.of(settings("nobody", null), bare))
                .anyMatch(line -> line.startsWith("setsid is not on the PATH"))
                .anyMatch(line -> line.startsWith("API servers may outlive a gateway that is killed"));
    }

    @Test
    void aDirectoryThatIsNotThereIsWarnedOf() {
        Path missing = folder.resolve("programmes");
        var settings = new ServerSettings(
                List.of(folder, missing),
                Set.of(),
                Set.of(),
                List.of(),
                null,
                null,
                ServerTimes.STANDARD.startup(),
                null);
        assertThat(HostWarnings.of(settings, Launcher.of(List.of(), PATH.text())))
                .contains("api_servers.directories: there is no directory " + missing)
                .noneMatch(line -> line.endsWith(folder.toString()));
    }

    @Test
    void aProgramThatItCannotReadIsNoWayToFiles() throws Exception {
        needsRoot();
        ServerUser user = Objects.requireNonNull(
                ServerHome.of(settings("nobody", null), state, state, PATH).user());
        Path open = Files.createFile(folder.resolve("open.jar"));
        Path closed = Files.createFile(state.resolve("closed.jar"));
        ServerFiles.requireReadable(program(open), user);
        assertThatThrownBy(() -> ServerFiles.requireReadable(program(open, closed), user))
                .isInstanceOf(HostSetupException.class)
                .hasMessageStartingWith("api_servers.files: nobody cannot read " + closed);
    }

    @Test
    void aFolderForFilesThatIsNotThereIsWarnedOf() {
        assertThat(HostWarnings.of(withFiles(folder), Launcher.of(List.of(), PATH.text())))
                .noneMatch(line -> line.contains("files"));
        assertThat(HostWarnings.of(withFiles(folder.resolve("boxes")), Launcher.of(List.of(), PATH.text())))
                .contains("api_servers.files.directory: there is no directory " + folder.resolve("boxes"));
    }

    private static ServerSettings withFiles(Path directory) {
        return new ServerSettings(
                List.of(),
                Set.of(),
                Set.of(),
                List.of(),
                null,
                null,
                ServerTimes.STANDARD.startup(),
                new FilesSettings.Shared(directory, FilesSettings.STANDARD_TIMEOUT));
    }

    private FilesProgram program(Path... classPath) {
        var settings = new FilesSettings.Shared(folder, FilesSettings.STANDARD_TIMEOUT);
        return new FilesProgram(settings, null, Path.of("/bin/sh"), List.of(classPath));
    }

    private static ServerSettings settings(@Nullable String user, @Nullable Path home) {
        return new ServerSettings(
                List.of(), Set.of(), Set.of(), List.of(), user, home, ServerTimes.STANDARD.startup(), null);
    }

    private static void needsRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "skipped: only root can become another user");
        RequireTool.require("setpriv");
        RequireTool.require("setsid");
    }
}
