package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The commands that a server runs with {@code SALLYPORT_FILES}, and their behaviour with names that a sandbox chose.
 */
class ApiServerFilesTest extends CommandLineTest {
    @BeforeEach
    void aSandboxHasAFile() throws IOException {
        write("boxes/sb-1/in.txt", "question");
        write("boxes/sb-2/in.txt", "another one's");
    }

    private int files(String... added) {
        List<String> words = new ArrayList<>(
                List.of("api-server", "files", "--sandbox=sb-1", "--directory=" + folder.resolve("boxes"), "--"));
        words.addAll(List.of(added));
        return run(words.toArray(String[]::new));
    }

    @Test
    void itCarriesBothWaysAndSaysNothing() {
        assertThat(files("get", "in.txt", folder + "/got")).as(err.toString()).isEqualTo(ExitCodes.OK);
        assertThat(folder.resolve("got")).hasContent("question");
        assertThat(files("put", folder + "/got", "out/a.txt"))
                .as(err.toString())
                .isEqualTo(ExitCodes.OK);
        assertThat(folder.resolve("boxes/sb-1/out/a.txt")).hasContent("question");
        assertThat(out.toString() + err).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "../sb-2/in.txt, NAME: ../sb-2/in.txt has the segment ..",
        "/etc/passwd, NAME: /etc/passwd begins with a slash",
        "--help, NAME: --help has a segment that begins with -",
        "--directory=/etc, NAME: --directory=/etc has a segment that begins with -",
        "--sandbox=sb-2, NAME: --sandbox=sb-2 has a segment that begins with -",
        "a\u001b[2J, NAME: a\\u{1b}[2J has a control character"
    })
    void whatIsNoNameIsUnusableWhateverItLooksLike(String name, String why) {
        assertThat(files("get", name, folder + "/got")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).startsWith("sallyport: " + why);
        assertThat(out.toString()).isEmpty();
        assertThat(folder.resolve("got")).doesNotExist();
    }

    /** The command line library would open a file of the host named after the at sign, and read arguments from it. */
    @Test
    void aNameWithAnAtSignIsAName() throws IOException {
        Path words = write("words", "in.txt");
        assertThat(files("get", "@" + words, folder + "/got")).isEqualTo(ExitCodes.NO);
        assertThat(err.toString()).contains(": is not there");
        write("boxes/sb-1/@in", "at");
        assertThat(files("get", "@in", folder + "/got")).isEqualTo(ExitCodes.OK);
        assertThat(folder.resolve("got")).hasContent("at");
    }

    @Test
    void whatIsRefusedForWhatItIsIsANoAndWhatIsNotThereToCarryByIsNot() throws IOException {
        Files.createSymbolicLink(folder.resolve("boxes/sb-1/link"), folder.resolve("boxes/sb-2"));
        assertThat(files("get", "link/in.txt", folder + "/got")).isEqualTo(ExitCodes.NO);
        assertThat(err.toString()).isEqualTo("sallyport: link: is a link\n");
        assertThat(files("get", "nothing", folder + "/got")).isEqualTo(ExitCodes.NO);
        assertThat(files("put", folder + "/no/such", "x")).isEqualTo(ExitCodes.UNREACHABLE);
        assertThat(run("api-server", "files", "--sandbox=sb-3", "--directory=" + folder, "--", "get", "a", "b"))
                .isEqualTo(ExitCodes.UNREACHABLE);
        assertThat(err.toString()).contains("sandbox sb-3 has no folder in");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--sandbox=sb-1 -- get a b | expected: --directory, or --download, --upload and --root",
                "--sandbox=sb-1 --directory=/x --root=/y -- get a b | expected: --directory, or",
                "--sandbox=sb-1 --root=/y --upload=[] -- get a b | expected: --directory, or",
                "--sandbox=sb-1 --root=y --upload=[] --download=[] -- get a b | --root",
                "--sandbox=sb-1 --root=/y --upload=[] --download=x -- get a b | --download (expected: a JSON list",
                "--sandbox=sb-1 --root=/y --upload=[] --download=[] -- get a b | --download: a command is a list",
                "--sandbox=sb-1 --directory=/x --timeout=0 -- get a b | --timeout: 0",
                "--sandbox=sb-1 --directory=/x --timeout=3601 -- get a b | --timeout: 3601",
                "--sandbox=sb-1 --directory=/x -- get a | Missing required parameter",
                "--sandbox=sb-1 --directory=/x -- get a / | LOCAL: / (expected: a path that ends in a name)",
                "--sandbox=sb-1 --directory=/x -- get a x/.. | LOCAL: x/..",
                "--sandbox=sb-1 --directory=/x -- move a b | get|put",
                "--sandbox=-x --directory=/x -- get a b | not a sandbox id",
                "--directory=/x -- get a b | --sandbox"
            })
    void wordsThatSayNoPlaceAreUnusable(String words, String why) {
        String[] all = ("api-server files " + words).split(" ", -1);
        assertThat(run(all)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains(why);
    }

    @Test
    void itGoesByCommandsAsWell() throws IOException {
        String copy = "[\"/bin/cp\",\"{source}\",\"{destination}\"]";
        String root = folder.resolve("boxes/sb-1").toString();
        assertThat(run(
                        "api-server",
                        "files",
                        "--sandbox=sb-1",
                        "--download=" + copy,
                        "--upload=" + copy,
                        "--root=" + root,
                        "--",
                        "put",
                        root + "/in.txt",
                        "copy.txt"))
                .as(err.toString())
                .isEqualTo(ExitCodes.OK);
        assertThat(folder.resolve("boxes/sb-1/copy.txt")).hasContent("question");
        try (var left = Files.list(Path.of(""))) {
            assertThat(left).noneMatch(file -> file.toString().startsWith(".sallyport-"));
        }
    }
}
