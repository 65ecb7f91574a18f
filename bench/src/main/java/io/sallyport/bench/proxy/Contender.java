package io.sallyport.bench.proxy;

import java.util.Map;

/**
 * A running proxy.
 *
 * @param process its helpers are its descendants
 * @param doors the ways in which it can be used
 * @param scale of the numbers of operations: slow contenders do fewer
 * @param isJava whether its heap can be queried
 */
record Contender(String name, Process process, Map<WorkKind, ContenderAccess> doors, double scale, boolean isJava)
        implements AutoCloseable {
    int scaled(int count) {
        return Math.max(1, (int) (count * scale));
    }

    @Override
    public void close() {
        Processes.end(process);
    }
}
