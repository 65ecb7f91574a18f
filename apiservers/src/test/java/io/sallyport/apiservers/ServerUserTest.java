package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sallyport.apiservers.ServerUser.Found;
import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The switch to another user; the real one needs root. */
@Execution(ExecutionMode.CONCURRENT)
class ServerUserTest {
    private static final SearchPath PATH = new SearchPath(Tools.searchPath());

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void needsId() {
        RequireTool.require("id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-u", "--reuid=0", "a b", "a;id", "a/b", "no-such-user-here", "root"})
    void whatIsNoOtherUserIsUnusable(String name) {
        assertThat(ServerUser.find(name, PATH)).isInstanceOf(Found.Unusable.class);
    }

    @Test
    void theGatewaysOwnUserIsNoOther() {
        String own = SystemCommand.run(List.of("id", "-un"), PATH, "").said();
        assertThat(ServerUser.find(own, PATH)).isInstanceOf(Found.Unusable.class);
    }

    @Test
    void aToolThatIsNotThereIsNamed() {
        assertThat(ServerUser.find("nobody", PATH, ServerUser.Tool.SUDO) instanceof Found.Unusable || Tools.has("sudo"))
                .isTrue();
        Path tools = folder.resolve("tools");
        assertThat(onlyId(tools)).isEqualTo("nobody: setpriv is not on the PATH");
    }

    private String onlyId(Path tools) {
        try {
            Files.createDirectory(tools);
            Files.createSymbolicLink(tools.resolve("id"), Objects.requireNonNull(Tools.find("id")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return ServerUser.find("nobody", new SearchPath(tools.toString()), ServerUser.Tool.SETPRIV)
                        instanceof Found.Unusable(String why)
                ? why
                : "usable";
    }

    @Test
    void aSwitchThatIsRefusedIsToldWithWhatTheToolSaid() throws Exception {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        Files.createSymbolicLink(tools.resolve("id"), Objects.requireNonNull(Tools.find("id")));
        Files.createSymbolicLink(tools.resolve("env"), Objects.requireNonNull(Tools.find("env")));
        Path refusing = Files.writeString(
                tools.resolve("sudo"), "#!/bin/sh\necho 'sudo: a password is required' >&2\nexit 1\n");
        Files.setPosixFilePermissions(refusing, PosixFilePermissions.fromString("rwxr-xr-x"));
        var found = (Found.Unusable) ServerUser.find("nobody", new SearchPath(tools.toString()), ServerUser.Tool.SUDO);
        assertThat(found.why())
                .isEqualTo("nobody: no program can be run as this user by sudo:"
                        + " exit status 1: sudo: a password is required");
    }

    /** Without it nobody could say whose answer came from the port of a server of that user. */
    @Test
    void oneWhoseSocketsCannotBeToldApartIsUnusable() throws Exception {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        Files.createSymbolicLink(tools.resolve("id"), Objects.requireNonNull(Tools.find("id")));
        Files.createSymbolicLink(tools.resolve("env"), Objects.requireNonNull(Tools.find("env")));
        String nobody =
                SystemCommand.run(List.of("id", "-u", "nobody"), PATH, "").said();
        Path becoming = Files.writeString(tools.resolve("sudo"), "#!/bin/sh\necho " + nobody + "\n");
        Files.setPosixFilePermissions(becoming, PosixFilePermissions.fromString("rwxr-xr-x"));
        var found = (Found.Unusable) ServerUser.find("nobody", new SearchPath(tools.toString()), ServerUser.Tool.SUDO);
        assertThat(found.why()).startsWith("nobody: find is not on the PATH");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SETPRIV", "SUDO"})
    void itsFilesAreItsOwnAndOursStayClosed(ServerUser.Tool tool) throws Exception {
        ServerUser nobody = nobody(tool);
        Path secret = Files.writeString(folder.resolve("secret"), "s");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path home = folder.resolve("home/below");
        nobody.makeFolder(home);
        nobody.writeFile(home.resolve("token"), "t0ken");
        assertThat(Files.readString(home.resolve("token"))).isEqualTo("t0ken");
        assertThat(Files.getOwner(home.resolve("token"))).hasToString("nobody");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("token"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
                .isEqualTo("rwx------");
        assertThat(nobody.canRead(secret)).isFalse();
        assertThat(nobody.canRead(home)).isTrue();
        assertThat(nobody.canWrite(folder)).isTrue();
        nobody.delete(folder.resolve("home"));
        assertThat(folder.resolve("home")).doesNotExist();
    }

    /** A link that the user laid leads the user's own programs, and so to nothing that is not the user's. */
    @Test
    void aLinkOfItsLeadsToNothingOfOurs() throws Exception {
        ServerUser nobody = nobody(ServerUser.Tool.SETPRIV);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path ours = Files.createDirectory(folder.resolve("ours"));
        Path kept = Files.writeString(ours.resolve("kept"), "k");
        Path home = folder.resolve("home");
        nobody.makeFolder(home);
        Files.createSymbolicLink(home.resolve("tokens"), ours);
        assertThatIOException().isThrownBy(() -> nobody.writeFile(home.resolve("tokens/kept"), "theirs"));
        nobody.delete(home);
        assertThat(Files.readString(kept)).isEqualTo("k");
    }

    /** Skips where this process is not root. */
    static ServerUser nobody(ServerUser.Tool tool) {
        assumeTrue("root".equals(System.getProperty("user.name")), "skipped: only root can become another user");
        RequireTool.require(tool.name().toLowerCase(Locale.ROOT));
        return switch (ServerUser.find("nobody", PATH, tool)) {
            case Found.Usable(ServerUser user) -> user;
            case Found.Unusable(String why) -> throw new AssertionError(why);
        };
    }
}
