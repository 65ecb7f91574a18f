package io.sallyport.gateway.cli.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TookTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void timesAndSizesAreForPeople() {
        var clock = new AtomicLong(5);
        var took = new Took(clock::get);
        assertThat(took).hasToString("0.00 s");
        clock.addAndGet(1_234_000_000L);
        assertThat(took).hasToString("1.23 s");
        assertThat(Took.seconds(61_500_000_000L)).isEqualTo("62 s");
        assertThat(Took.size(1_023)).isEqualTo("1023 bytes");
        assertThat(Took.size(1_536)).isEqualTo("1.5 KiB");
        assertThat(Took.size(50L << 20)).isEqualTo("50.0 MiB");
    }

    @Test
    void treeHashSaysOnStandardErrorAloneWhatItReadWhereItIsAsked() throws Exception {
        Files.writeString(folder.resolve("SKILL.md"), "# A\n");
        assertThat(run(folder.toString())).isEmpty();
        assertThat(run("--verbose", folder.toString())).matches("sallyport: 4 bytes hashed in [0-9.]+ s\n");
    }

    /** What stands on standard error. */
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
