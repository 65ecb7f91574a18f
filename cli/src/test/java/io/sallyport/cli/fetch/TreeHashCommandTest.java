package io.sallyport.cli.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TreeHashCommandTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void saysOnStandardErrorAloneWhatItReadWhereItIsAsked() throws Exception {
        Files.writeString(folder.resolve("SKILL.md"), "# A\n");
        assertThat(run(folder.toString())).isEmpty();
        assertThat(run("--verbose", folder.toString())).matches("sallyport: 4 bytes hashed in [0-9.]+ s\n");
    }

    /** Returns what is printed on standard error. */
    private static String run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int status = new CommandLine(new TreeHashCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        assertThat(status).isZero();
        assertThat(out.toString()).matches("[0-9a-f]{64}\n");
        return err.toString();
    }
}
