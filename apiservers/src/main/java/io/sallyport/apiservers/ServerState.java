package io.sallyport.apiservers;

import org.jspecify.annotations.Nullable;

/** Where a server stands. It never comes back from {@link Failed} or {@link Stopped}: servers are not restarted. */
public sealed interface ServerState {
    /** In one word, as metrics and events have it. */
    default String word() {
        return switch (this) {
            case Starting _ -> "starting";
            case Healthy _ -> "healthy";
            case Failed _ -> "failed";
            case Stopping _ -> "stopping";
            case Stopped _ -> "stopped";
        };
    }

    /** Its process runs and has not answered yet. */
    record Starting() implements ServerState {}

    /** It answers. */
    record Healthy() implements ServerState {}

    /**
     * It is no use any more, and its run neither.
     *
     * @param exit null while its process is being ended
     */
    record Failed(FailureCause why, @Nullable ExitStatus exit) implements ServerState {}

    /** It was asked to end. */
    record Stopping() implements ServerState {}

    /**
     * It ended because it was asked to.
     *
     * @param killed whether it had to be
     */
    record Stopped(ExitStatus exit, boolean killed) implements ServerState {}

    /** Whether nothing runs any more. */
    default boolean isEnded() {
        return switch (this) {
            case Starting _, Healthy _, Stopping _ -> false;
            case Failed(var _, ExitStatus exit) -> exit != null;
            case Stopped _ -> true;
        };
    }
}
