package io.sallyport.apiservers.files;

import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.landing.UploadRuns;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the operator's commands: an argument vector, in an environment of {@code PATH} and {@code LANG}, without input,
 * until the time is up; then it is killed with its children.
 *
 * @param said gets what commands write, {@link #MAX_OUTPUT_BYTES} of each
 */
record TransferCommand(FetchDeadline deadline, OutputStream said) {
    static final int MAX_OUTPUT_BYTES = 64 << 10;

    private static final Map<String, String> ENVIRONMENT = UploadRuns.environment(List.of(), Map.of());
    private static final int PIECE_BYTES = 16 << 10;
    /** Between two looks at a command. */
    private static final int MAX_PIECES = 64;

    private static final long LOOK_MILLIS = 20;

    /** Runs {@code words} to their end; {@code what} says in messages which command it is. */
    void run(String what, List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(ENVIRONMENT);
        Process process = builder.start();
        try (InputStream output = process.getInputStream()) {
            int kept = 0;
            boolean isEnded = false;
            while (!isEnded && deadline.remainingNanos() > 0) {
                isEnded = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                kept += pass(output, MAX_OUTPUT_BYTES - kept);
            }
            want(isEnded, what + " did not end in time");
            want(process.exitValue() == 0, what + " ended with status " + process.exitValue());
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /**
     * Passes on what there is, without waiting: a child of the command's may hold the pipe for longer than it lives.
     */
    private int pass(InputStream output, int most) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        int passed = 0;
        for (int pieces = 0; pieces < MAX_PIECES && output.available() > 0; pieces++) {
            int read = Math.max(0, output.read(piece));
            int length = Math.min(read, most - passed);
            said.write(piece, 0, length);
            passed += length;
        }
        said.flush();
        return passed;
    }

    private static void want(boolean isSo, String otherwise) throws IOException {
        if (!isSo) {
            throw new IOException(otherwise);
        }
    }
}
