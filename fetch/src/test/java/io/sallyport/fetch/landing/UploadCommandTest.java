package io.sallyport.fetch.landing;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UploadCommandTest {
    private static final String PATH = "relative:/usr/bin:/bin";

    private static UploadCommand command(String... words) {
        return UploadCommand.parse(List.of(words), PATH) instanceof Parsed.Accepted(var command) ? command : failed();
    }

    private static UploadCommand failed() {
        throw new AssertionError("no command");
    }

    @Test
    void placeholdersStandInArgumentsWholeOrInPart() {
        assertThat(command("/bin/sh", "cp", "{source}", "{sandbox}:{destination}", "--as={name}", "{directory}/")
                        .words("sb-1", Path.of("/s/x"), "/sandbox/skills", "01234567-a b"))
                .containsExactly(
                        "/bin/sh",
                        "cp",
                        "/s/x",
                        "sb-1:/sandbox/skills/01234567-a b",
                        "--as=01234567-a b",
                        "/sandbox/skills/");
    }

    @Test
    void whatIsPutInIsNotReadAgain() {
        assertThat(command("/bin/sh", "{source}", "{name}").words("sb-1", Path.of("/{name}"), "/d", "0-$1 \\{source}"))
                .containsExactly("/bin/sh", "/{name}", "0-$1 \\{source}");
    }

    @Test
    void aProgramIsFoundByItsNameInAbsoluteFoldersAlone() {
        assertThat(command("sh", "{source}")
                        .words("s", Path.of("/s"), "/d", "n")
                        .getFirst())
                .matches("/(usr/)?bin/sh");
    }

    @ParameterizedTest
    @CsvSource({
        "'', '{source}', is a list of words",
        "no-such-program, '{source}', is no program",
        "/etc/passwd, '{source}', is no program",
        "/bin, '{source}', is no program",
        "/bin/sh, 'x', nothing would be carried",
        "/bin/sh, '{source}{token}', '{token} is none of'",
        "/bin/sh, '{source}{}', '{} is none of'"
    })
    void whatCannotBeMeantIsRefused(String program, String argument, String why) {
        assertThat(UploadCommand.parse(List.of(program, argument), PATH))
                .isInstanceOfSatisfying(
                        Parsed.Rejected.class,
                        rejected -> assertThat(rejected.why()).contains(why));
        assertThat(UploadCommand.parse(List.of(), PATH)).isInstanceOf(Parsed.Rejected.class);
    }
}
