package io.sallyport.apiservers.files;

import static io.sallyport.apiservers.files.SharedFolderTest.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.landing.UploadCommand;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files by a real script in place of a sandbox's tool; it notes its arguments and its environment. */
class SandboxCommandsTest {
    private static final String COPY = "cp -R \"$2\" \"$3\"\n";

    @TempDir
    private Path folder = Path.of("");

    private Path working = Path.of("");
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @BeforeEach
    void make() throws IOException {
        working = Files.createDirectories(folder.resolve("working"));
        Files.createDirectories(folder.resolve("local"));
    }

    @Test
    void whatTheCommandsGetIsTheRunsPlaceAndAFolderOfTheirOwn() throws Exception {
        box("in/question", "how many?");
        transfer(COPY + "echo brought").get(name("in/question"), local("got"));
        assertThat(local("got")).hasContent("how many?");
        assertThat(said.toString(StandardCharsets.UTF_8)).isEqualTo("brought\n");
        List<String> noted = noted();
        assertThat(noted.get(0)).isEqualTo("sb-1");
        assertThat(noted.get(1)).isEqualTo(folder + "/box/in/question");
        assertThat(noted.get(2)).startsWith(working + "/" + TreeCopy.STAGED).endsWith("/question");
        Files.createDirectories(folder.resolve("box/out"));
        Files.writeString(local("mine"), "two");
        transfer(COPY).put(local("mine"), name("out/answer"));
        assertThat(folder.resolve("box/out/answer")).hasContent("two");
        assertThat(noted().get(1)).startsWith(working + "/" + TreeCopy.STAGED).endsWith("/answer");
        assertThat(noted().get(2)).isEqualTo(folder + "/box/out/answer");
        assertThat(working).isEmptyDirectory();
    }

    @Test
    void theySeeNothingOfTheEnvironment() throws Exception {
        box("x", "");
        transfer(COPY + "env").get(name("x"), local("got"));
        assertThat(said.toString(StandardCharsets.UTF_8).lines())
                .allMatch(line -> line.matches("(PATH|LANG|PWD|SHLVL|_|OLDPWD)=.*"))
                .anyMatch(line -> line.startsWith("PATH="));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ln -s /etc/passwd \"$3\"",
                "mkdir \"$3\"; ln -s /etc/passwd \"$3/a\"",
                "mkfifo \"$3\"",
                "mkdir \"$3\"; mkfifo \"$3/a\"",
                "truncate -s 1T \"$3\"",
                "mkdir \"$3\"; for i in $(seq 30); do : >\"$3/$i\"; done",
                "mkdir -p \"$3/a/b/c/d/e\"",
                ": >\"$(dirname \"$3\")/another\"",
                "rmdir \"$(dirname \"$3\")\"; ln -s /etc \"$(dirname \"$3\")\""
            })
    void whatOneBringsThatIsNoPlainFileIsRefused(String brings) throws Exception {
        assertThatThrownBy(() -> transfer(brings).get(name("passwd"), local("got")))
                .isInstanceOf(TransferException.class);
        assertThat(local("got")).doesNotExist();
        try (Stream<Path> left = Files.list(folder.resolve("local"))) {
            assertThat(left).isEmpty();
        }
        assertThat(working).isEmptyDirectory();
        assertThat(Path.of("/etc/passwd")).isNotEmptyFile();
    }

    @Test
    void whatOneIsGivenHoldsNoLinks() throws Exception {
        Files.createSymbolicLink(local("mine"), Path.of("/etc/passwd"));
        assertThatThrownBy(() -> transfer(COPY).put(local("mine"), name("x")))
                .isInstanceOf(TransferException.class)
                .hasMessage("mine: is a link");
        assertThat(folder.resolve("arguments")).doesNotExist();
    }

    @Test
    void oneThatFailsCarriesNothing() throws Exception {
        assertThatThrownBy(() ->
                        transfer("echo no such sandbox >&2; : >\"$3\"; exit 7").get(name("x"), local("got")))
                .isInstanceOf(IOException.class)
                .hasMessage("the download command ended with status 7");
        assertThat(said.toString(StandardCharsets.UTF_8)).isEqualTo("no such sandbox\n");
        assertThat(local("got")).doesNotExist();
        Files.writeString(local("mine"), "");
        assertThatThrownBy(() -> transfer("exit 1").put(local("mine"), name("x")))
                .hasMessage("the upload command ended with status 1");
        assertThat(working).isEmptyDirectory();
    }

    @Test
    void oneThatDoesNotEndIsKilledWithWhatItStarted() throws Exception {
        Path child = folder.resolve("child");
        FetchDeadline whenItRuns =
                FetchDeadline.in(Duration.ofHours(1), () -> isWritten(child) ? Long.MAX_VALUE / 2 : 0);
        assertThatThrownBy(() -> transfer("sleep 1000 & echo $! >" + child + "; wait", whenItRuns)
                        .get(name("x"), local("got")))
                .isInstanceOf(IOException.class)
                .hasMessage("the download command did not end in time");
        ProcessHandle.of(Long.parseLong(Files.readString(child).strip()))
                .ifPresent(one -> one.onExit().orTimeout(1, TimeUnit.MINUTES).join());
    }

    private static boolean isWritten(Path file) {
        try {
            return Files.exists(file) && Files.readString(file).endsWith("\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatOneSaysIsBounded() throws Exception {
        box("x", "");
        transfer(COPY + "head -c 1000000 /dev/zero").get(name("x"), local("got"));
        assertThat(said.size()).isEqualTo(TransferCommand.MAX_OUTPUT_BYTES);
    }

    private FileTransfer transfer(String script) throws IOException {
        return transfer(script, FetchDeadline.in(Duration.ofMinutes(1), System::nanoTime));
    }

    private FileTransfer transfer(String script, FetchDeadline deadline) throws IOException {
        Path program = Files.writeString(
                folder.resolve("tool"), "#!/bin/sh\nprintf '%s\\n' \"$@\" >" + folder + "/arguments\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        UploadCommand command = command(program.toString(), "{sandbox}", "{source}", "{destination}");
        var settings = new FilesSettings.ByCommand(command, command, folder + "/box", Duration.ofMinutes(1));
        return FileTransfer.of(
                settings, new SandboxId("sb-1"), working, said, deadline, new TransferBounds(1 << 20, 20, 4));
    }

    static UploadCommand command(String... words) {
        if (UploadCommand.parse(List.of(words), "/usr/bin:/bin") instanceof Parsed.Accepted(var command)) {
            return command;
        }
        throw new AssertionError("no command");
    }

    private List<String> noted() throws IOException {
        return Files.readAllLines(folder.resolve("arguments"));
    }

    private Path local(String name) {
        return folder.resolve("local").resolve(name);
    }

    private void box(String name, String text) throws IOException {
        Path file = folder.resolve("box").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
