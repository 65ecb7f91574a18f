package io.sallyport.apiservers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Keeps the states that a server went through, for whoever waits for one. Safe for concurrent use. */
final class States implements ServerListener {
    private static final Duration AT_MOST = Duration.ofSeconds(60);

    private final List<ServerState> seen = new ArrayList<>();

    @Override
    public synchronized void changed(ServerProcess server, ServerState state) {
        seen.add(state);
        notifyAll();
    }

    synchronized List<ServerState> seen() {
        return List.copyOf(seen);
    }

    /** The first state that {@code wanted} takes. */
    synchronized ServerState await(Predicate<ServerState> wanted) throws InterruptedException {
        return await(wanted, () -> {});
    }

    /** The same; {@code meanwhile} is called every few milliseconds. */
    synchronized ServerState await(Predicate<ServerState> wanted, Runnable meanwhile) throws InterruptedException {
        long rounds = AT_MOST.toMillis() / 10;
        for (long round = 0; round < rounds; round++) {
            var found = seen.stream().filter(wanted).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            meanwhile.run();
            wait(10);
        }
        throw new AssertionError("saw only " + seen);
    }
}
