package io.sallyport.fence;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shell inside at a terminal that was there before. */
class FencedTerminalTest {
    /** Starts its arguments at a terminal of their own, and ends as they do. */
    private static final String TERMINAL =
            "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

    /**
     * What it says is not in its own text, which the terminal repeats. It says when it goes on: only then it has the
     * terminal again. A signal may come while it writes, where a buffered write fails. It starts nothing beside
     * itself: a shell that is stopped while it starts a program may wait for that for ever.
     */
    private static final String JOB = "python3 -c 'import os, signal; "
            + "signal.signal(signal.SIGCONT, lambda *_: os.write(1, b\"goes\" + b\"-on\")); "
            + "os.write(1, b\"be\" + b\"gun\"); "
            + "[signal.pause() for _ in iter(int, 1)]'\n";

    /** With it bash reads keys again: what is typed while it takes the terminal back may be lost. */
    private static final String PROMPT = "bash-";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aShellControlsItsJobs() throws Exception {
        List<String> terminal = List.of(require("python3").toString(), "-c", TERMINAL);
        List<String> shell = List.of(require("bash").toString(), "--norc", "-i");
        try (FencedCommand command = FencedCommand.start(folder, terminal, shell, Redirect.PIPE);
                OutputStream keys = command.process().getOutputStream();
                InputStream screen = command.process().getInputStream()) {
            type(keys, JOB);
            await(screen, "begun");
            type(keys, "\u001a"); // Ctrl-Z
            await(screen, "Stopped");
            await(screen, PROMPT);
            type(keys, "fg\n");
            await(screen, "goes-on");
            type(keys, "\u0003"); // Ctrl-C
            await(screen, PROMPT);
            type(keys, "echo still-$((1 + 1)); exit 6\n");
            await(screen, "still-2");
            assertThat(command.await()).isEqualTo(6);
        }
    }

    private static void type(OutputStream keys, String text) throws IOException {
        keys.write(text.getBytes(StandardCharsets.UTF_8));
        keys.flush();
    }

    private static void await(InputStream screen, String text) throws IOException {
        var shown = new StringBuilder();
        while (shown.indexOf(text) < 0) {
            int next = screen.read();
            assertThat(next).as(shown::toString).isNotNegative();
            shown.append((char) next);
        }
    }
}
