package io.sallyport.bench.proxy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** One run of a fixed number of operations. Confined to the client's loop, except for {@link #end()}. */
final class LoadRun {
    private static final int SPARE_CONNECTIONS = 100;
    private static final int TOO_MANY_REQUESTS = 429;

    private final ConnectionWork work;
    private final int operations;
    private final boolean holding;
    private final CompletableFuture<LoadRun> end = new CompletableFuture<>();
    private int begun;
    private int finished;
    private int connections;
    private int refused;
    private int errors;

    private LoadRun(ConnectionWork work, int operations, boolean holding) {
        this.work = work;
        this.operations = operations;
        this.holding = holding;
    }

    static LoadRun of(ConnectionWork work, int operations) {
        return new LoadRun(work, operations, false);
    }

    /** Returns a run in which each connection performs one operation and then stays open. */
    static LoadRun holding(ConnectionWork work, int connections) {
        return new LoadRun(work, connections, true);
    }

    ConnectionWork work() {
        return work;
    }

    /** Completes when every operation has, or with the first failure. */
    CompletableFuture<LoadRun> end() {
        return end;
    }

    boolean isHolding() {
        return holding;
    }

    /** Takes one operation; false if none is left. */
    boolean begin() {
        if (begun == operations || end.isDone()) {
            return false;
        }
        begun++;
        return true;
    }

    /** Returns an operation whose connection was closed before the request was sent. */
    void putBack() {
        begun--;
    }

    void connected() {
        if (++connections > 2 * operations + SPARE_CONNECTIONS) {
            fail(new IOException("closed again and again without an answer: " + work));
        }
    }

    /** Returns the number of connections used. */
    int connections() {
        return connections;
    }

    /** Records an operation with an unexpected answer: a result, which does not end the run. */
    void unexpected(int status) {
        if (status == TOO_MANY_REQUESTS) {
            refused++;
        } else {
            errors++;
        }
    }

    /** Returns the number of operations answered with 429. */
    int refused() {
        return refused;
    }

    /** Returns the number of operations answered in another unexpected way. */
    int errors() {
        return errors;
    }

    void finish() {
        if (++finished == operations) {
            end.complete(this);
        }
    }

    void fail(Throwable why) {
        end.completeExceptionally(why);
    }
}
