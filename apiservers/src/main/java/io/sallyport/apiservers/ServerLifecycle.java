package io.sallyport.apiservers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of one server: told what happened, it says where the server stands and what is to be done. No process,
 * no clock and no wait of its own; confined to one thread. Times are readings of one clock of elapsed nanoseconds.
 */
final class ServerLifecycle {
    private final ServerTimes times;
    private final long startedNanos;
    private ServerState state = new ServerState.Starting();
    private boolean foreign; // what answered last was another program
    private int misses;
    private long killNanos; // once it was told to end
    private boolean killed;

    ServerLifecycle(ServerTimes times, long startedNanos) {
        this.times = times;
        this.startedNanos = startedNanos;
    }

    /** What is to be done. */
    sealed interface Order {
        /** Ask for its health, and tell the answer. */
        record Probe() implements Order {}

        /** SIGTERM to its group. */
        record Terminate() implements Order {}

        /** SIGKILL to its group. */
        record Kill() implements Order {}

        /** Say {@link #woke} after that many nanoseconds. */
        record WakeAfter(long nanos) implements Order {}
    }

    ServerState state() {
        return state;
    }

    /** Its process is there. */
    List<Order> started() {
        return List.of(new Order.Probe(), new Order.WakeAfter(times.startup().toNanos()));
    }

    /** What a probe found; each probe must be answered, in bounded time. */
    List<Order> probed(HealthAnswer health, long nowNanos) {
        return switch (state) {
            case ServerState.Starting _ -> {
                foreign = health == HealthAnswer.FOREIGN;
                yield health == HealthAnswer.OK ? nowHealthy() : notYet(nowNanos);
            }
            case ServerState.Healthy _ ->
                switch (health) {
                    case OK, BUSY, FOREIGN -> nowHealthy();
                    case ABSENT -> missed(nowNanos);
                    case UNASKED -> askAgain();
                };
            case ServerState.Failed _, ServerState.Stopping _, ServerState.Stopped _ -> List.of();
        };
    }

    /** A time that was asked for has come. */
    List<Order> woke(long nowNanos) {
        return switch (state) {
            case ServerState.Starting _ -> isLate(nowNanos) ? notYet(nowNanos) : List.of(new Order.Probe());
            case ServerState.Healthy _ -> List.of(new Order.Probe());
            case ServerState.Stopping _ -> killWhenDue(nowNanos);
            case ServerState.Failed(var _, ExitStatus exit) -> exit == null ? killWhenDue(nowNanos) : List.of();
            case ServerState.Stopped _ -> List.of();
        };
    }

    /** It is no longer wanted. */
    List<Order> stop(long nowNanos) {
        return switch (state) {
            case ServerState.Starting _, ServerState.Healthy _ -> end(new ServerState.Stopping(), nowNanos);
            case ServerState.Failed _, ServerState.Stopping _, ServerState.Stopped _ -> List.of();
        };
    }

    /** Its process has ended; what it started must not outlive it. */
    List<Order> exited(ExitStatus exit) {
        state = switch (state) {
            case ServerState.Starting _ ->
                new ServerState.Failed(foreign ? FailureCause.PORT_TAKEN : FailureCause.EXITED_EARLY, exit);
            case ServerState.Healthy _ -> new ServerState.Failed(FailureCause.CRASHED, exit);
            case ServerState.Failed(FailureCause why, var _) -> new ServerState.Failed(why, exit);
            case ServerState.Stopping _ -> new ServerState.Stopped(exit, killed);
            case ServerState.Stopped already -> already;
        };
        return List.of(new Order.Kill());
    }

    private List<Order> nowHealthy() {
        misses = 0;
        state = new ServerState.Healthy();
        return askAgain();
    }

    private List<Order> notYet(long nowNanos) {
        return isLate(nowNanos)
                ? end(failed(foreign ? FailureCause.PORT_TAKEN : FailureCause.STARTUP_TIMEOUT, null), nowNanos)
                : List.of(new Order.WakeAfter(times.startupPoll().toNanos()));
    }

    private boolean isLate(long nowNanos) {
        return nowNanos - startedNanos >= times.startup().toNanos();
    }

    private List<Order> askAgain() {
        return List.of(new Order.WakeAfter(times.poll().toNanos()));
    }

    private List<Order> missed(long nowNanos) {
        misses++;
        return misses >= times.maxMisses() ? end(failed(FailureCause.HEALTH_LOST, null), nowNanos) : askAgain();
    }

    private List<Order> end(ServerState ending, long nowNanos) {
        state = ending;
        killNanos = nowNanos + times.grace().toNanos();
        return List.of(new Order.Terminate(), new Order.WakeAfter(times.grace().toNanos()));
    }

    /** A wake-up that was asked for while it still ran may come first. */
    private List<Order> killWhenDue(long nowNanos) {
        if (nowNanos - killNanos < 0 || killed) {
            return List.of();
        }
        killed = true;
        return List.of(new Order.Kill());
    }

    private static ServerState failed(FailureCause why, @Nullable ExitStatus exit) {
        return new ServerState.Failed(why, exit);
    }
}
