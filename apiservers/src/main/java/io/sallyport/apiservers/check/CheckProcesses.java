package io.sallyport.apiservers.check;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** The processes of a check, for the end of it. Safe for concurrent use. */
final class CheckProcesses implements AutoCloseable {
    private final Set<CheckedProcess> trials = new HashSet<>();
    private boolean closed;

    /** Starts a process. */
    @FunctionalInterface
    interface Starting {
        CheckedProcess start() throws IOException;
    }

    /**
     * Starts one and keeps it in mind; whoever wants it closes it. Never between {@link #close} and the end of this
     * process.
     */
    synchronized CheckedProcess start(Starting starting) throws IOException {
        if (closed) {
            throw new IOException("the check was broken off");
        }
        CheckedProcess trial = starting.start();
        trials.removeIf(one -> !one.isAlive());
        trials.add(trial);
        return trial;
    }

    /** Kills all of them, also one that is just being started. */
    @Override
    public synchronized void close() {
        closed = true;
        trials.stream().filter(CheckedProcess::isAlive).forEach(CheckedProcess::close);
    }
}
