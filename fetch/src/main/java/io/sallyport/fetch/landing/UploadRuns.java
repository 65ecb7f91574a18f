package io.sallyport.fetch.landing;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.share.ConcurrencyLimit;
import io.sallyport.fetch.tree.SkillDirectory;
import io.sallyport.model.SandboxId;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs upload commands: in an environment of a few named variables, without input, for a bounded time, a bounded number
 * at once. What runs longer is killed with its children. Safe for concurrent use; it blocks.
 */
public final class UploadRuns {
    private static final Logger LOG = LoggerFactory.getLogger(UploadRuns.class);
    private static final Map<String, String> PLAIN =
            Map.of("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG", "C.UTF-8");

    /** The most that a run of a command may take: what is waited for is in the time of the fetch. */
    public static final Duration LONGEST = FetchBounds.DEFAULT.time();

    private static final int AT_ONE_TIME = 8;
    private static final int OF_ONE_SANDBOX = 2;
    /** Of what a command writes; the rest is read and dropped. */
    private static final int KEPT_OUTPUT_BYTES = 4 << 10;

    private static final int PIECE_BYTES = 16 << 10;
    /** Between two looks at a command. */
    private static final int MAX_PIECES = 64;

    private static final long LOOK_MILLIS = 20;

    private final UploadCommand command;
    private final Map<String, String> environment;
    private final Duration atMost;
    private final ConcurrencyLimit places =
            new ConcurrencyLimit(AT_ONE_TIME, OF_ONE_SANDBOX, (_, detail) -> FetchRefusal.cannotDeliver(detail));

    /**
     * Runs of {@code command}.
     *
     * @param environment all that it sees
     * @param atMost for one run, at most {@link #LONGEST}; it never outlives the fetch that it is of
     */
    public UploadRuns(UploadCommand command, Map<String, String> environment, Duration atMost) {
        this.command = command;
        this.environment = Map.copyOf(environment);
        this.atMost = atMost;
    }

    /**
     * What a command sees where {@code names} of {@code known} are let through: those that are set, and a plain path.
     */
    public static Map<String, String> environment(List<String> names, Map<String, String> known) {
        Map<String, String> seen = new HashMap<>(PLAIN);
        for (String name : names) {
            String value = known.get(name);
            if (value != null) {
                seen.put(name, value);
            }
        }
        return seen;
    }

    /** For those that run at one time; to be taken before a copy is made for the command to read. */
    ConcurrencyLimit places() {
        return places;
    }

    /** Why it failed, empty where it did not; under a place. */
    String run(SandboxId sandbox, Path source, String directory, String name, FetchDeadline deadline)
            throws InterruptedException {
        try {
            return run(command.words(sandbox.text(), source, directory, name), source, deadline.within(atMost));
        } catch (IOException e) {
            return "the upload command did not start: " + e.getMessage();
        }
    }

    private String run(List<String> words, Path source, FetchDeadline deadline)
            throws IOException, InterruptedException {
        Path folder = source.getParent();
        var builder = new ProcessBuilder(words)
                .directory(folder == null ? null : folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        var said = new ByteArrayOutputStream();
        try (InputStream output = process.getInputStream()) {
            boolean isEnded = false;
            while (!isEnded && deadline.remainingNanos() > 0) {
                isEnded = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                drain(output, said);
            }
            return isEnded ? fault(process.exitValue(), said) : "the upload command did not end in time";
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** What it wrote is for the operator's log: it may name his machines. */
    private static String fault(int status, ByteArrayOutputStream said) {
        if (status == 0) {
            return "";
        }
        String text = said.toString(StandardCharsets.UTF_8).strip();
        LOG.warn("fetch.upload: the command ended with status {}: {}", status, SkillDirectory.shown(text));
        return "the upload command ended with status " + status;
    }

    /** What there is, without waiting: a child of the command's may hold the pipe for longer than it lives. */
    private static void drain(InputStream output, ByteArrayOutputStream said) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        for (int pieces = 0; pieces < MAX_PIECES && output.available() > 0; pieces++) {
            int read = Math.max(0, output.read(piece));
            said.write(piece, 0, Math.min(read, KEPT_OUTPUT_BYTES - said.size()));
        }
    }
}
