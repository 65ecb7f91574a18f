package io.sallyport.apiservers.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which signals programs that are started here ignore from their start: those that this process does (execve(2)). */
final class InheritedSignals {
    /** What a person can do about it. */
    static final String WHY =
            "SIGINT is ignored here, as in what a shell runs in the background: check in the foreground";

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";
    private static final long INTERRUPT = 1L << 1; // bit of signal 2, proc_pid_status(5)

    private InheritedSignals() {}

    /** False also where this cannot be known. */
    static boolean ignoreInterrupt() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(IGNORED))
                    .map(line -> line.substring(IGNORED.length()).strip())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & INTERRUPT) != 0);
        } catch (IOException _) {
            return false;
        }
    }
}
