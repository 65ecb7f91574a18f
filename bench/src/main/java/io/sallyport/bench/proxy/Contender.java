package io.sallyport.bench.proxy;

import java.util.Map;

/**
 * A proxy that runs.
 *
 * @param process it; its helpers are its descendants
 * @param doors what it can be asked for
 * @param scale of the counts of operations: the slow ones do fewer
 * @param isJava whether its heap can be asked for
 */
record Contender(String name, Process process, Map<Way, Door> doors, double scale, boolean isJava)
        implements AutoCloseable {
    int scaled(int count) {
        return Math.max(1, (int) (count * scale));
    }

    @Override
    public void close() {
        Processes.end(process);
    }
}
