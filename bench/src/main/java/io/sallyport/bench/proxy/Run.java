package io.sallyport.bench.proxy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** One run of a fixed count of operations. Confined to the client's loop, but for {@link #end()}. */
final class Run {
    private static final int SPARE_CONNECTIONS = 100;
    private static final int TOO_MANY_REQUESTS = 429;

    private final Work work;
    private final int operations;
    private final boolean holding;
    private final CompletableFuture<Run> end = new CompletableFuture<>();
    private int begun;
    private int finished;
    private int connections;
    private int refused;
    private int errors;

    private Run(Work work, int operations, boolean holding) {
        this.work = work;
        this.operations = operations;
        this.holding = holding;
    }

    static Run of(Work work, int operations) {
        return new Run(work, operations, false);
    }

    /** Each connection makes one operation and then stays open. */
    static Run holding(Work work, int connections) {
        return new Run(work, connections, true);
    }

    Work work() {
        return work;
    }

    /** Ends when every operation has, or with the first failure. */
    CompletableFuture<Run> end() {
        return end;
    }

    boolean isHolding() {
        return holding;
    }

    /** Takes one operation, where one is left. */
    boolean begin() {
        if (begun == operations || end.isDone()) {
            return false;
        }
        begun++;
        return true;
    }

    /** An operation that was begun goes back: its connection was closed before it was asked. */
    void putBack() {
        begun--;
    }

    void connected() {
        if (++connections > 2 * operations + SPARE_CONNECTIONS) {
            fail(new IOException("closed again and again without an answer: " + work));
        }
    }

    /** Connections that it took. */
    int connections() {
        return connections;
    }

    /** An operation that was not answered as expected: a result, not the end of the run. */
    void unexpected(int status) {
        if (status == TOO_MANY_REQUESTS) {
            refused++;
        } else {
            errors++;
        }
    }

    /** Operations that were answered 429. */
    int refused() {
        return refused;
    }

    /** Operations that were answered otherwise than expected. */
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
