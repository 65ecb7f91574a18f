package io.sallyport.apiservers;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * How many servers may be between their start and their first healthy answer; the others wait in line, so that many
 * runs at once do not make each other late. Confined to the supervisor's loop.
 */
final class StartQueue {
    static final int MAX_STARTING = 16;

    private final SupervisorLoop loop;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int starting;

    StartQueue(SupervisorLoop loop) {
        this.loop = loop;
    }

    /** Runs {@code start} on the loop when it is its turn; whoever was let in {@link #leave leaves} once. */
    void enter(Runnable start) {
        if (starting < MAX_STARTING) {
            starting++;
            loop.execute(start);
        } else {
            waiting.add(start);
        }
    }

    /** Lets the next one in. */
    void leave() {
        Runnable next = waiting.poll();
        if (next == null) {
            starting--;
        } else {
            loop.execute(next);
        }
    }
}
