package io.sallyport.apiservers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The servers of one run: wanted all together or not at all. When one fails the run has failed, and the others are ended.
 * Safe for concurrent use; what it settles it settles on the supervisor's loop.
 */
public final class ServerGroup {
    private final Supervision supervision;
    private final ServerListener listener;
    private final List<ServerProcess> servers = new ArrayList<>(); // added to on the loop, before anything changes
    private final CompletableFuture<Outcome> started = new CompletableFuture<>();
    private final CompletableFuture<ServerFailure> failed = new CompletableFuture<>();
    private boolean failing; // on the loop

    private ServerGroup(Supervision supervision, ServerListener listener) {
        this.supervision = supervision;
        this.listener = listener;
    }

    /**
     * Starts all of {@code specs}, whose names and ports differ.
     *
     * @param listener is told of every change of every server
     */
    public static ServerGroup start(
            List<ApiServerSpec> specs, String run, RunFolder folder, Supervision supervision, ServerListener listener) {
        var group = new ServerGroup(supervision, listener);
        supervision.loop().execute(() -> group.startAll(specs, run, folder));
        return group;
    }

    /** How a start ended. */
    public sealed interface Outcome {
        /** All of them answer. */
        record Healthy() implements Outcome {}

        /** One does not, and the others are being ended. */
        record Failed(ServerFailure failure) implements Outcome {}

        /** They were stopped before they all answered. */
        record Stopped() implements Outcome {}
    }

    /** How their start ended; always, within the time that a start may take. */
    public CompletionStage<Outcome> started() {
        return started.minimalCompletionStage();
    }

    /** The first failure, at any time; never where they are ended without one. */
    public CompletionStage<ServerFailure> failed() {
        return failed.minimalCompletionStage();
    }

    /** All of them, in the order given; whole once they are healthy. */
    public List<ServerProcess> servers() {
        synchronized (servers) {
            return List.copyOf(servers);
        }
    }

    /** The server of that name, or null. */
    public @Nullable ServerProcess find(ApiServerName name) {
        return servers().stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Ends all of them; complete when they are gone and their logs are written. */
    public CompletionStage<Void> stop() {
        var gone = new CompletableFuture<Void>();
        supervision.loop().execute(() -> {
            failing = true;
            started.complete(new Outcome.Stopped());
            stopAll();
            CompletableFuture<?>[] ends = servers().stream()
                    .map(server -> server.ended().toCompletableFuture())
                    .toArray(CompletableFuture<?>[]::new);
            var _ = CompletableFuture.allOf(ends).whenComplete((_, _) -> gone.complete(null));
        });
        return gone.minimalCompletionStage();
    }

    private void startAll(List<ApiServerSpec> specs, String run, RunFolder folder) {
        for (ApiServerSpec spec : specs) {
            switch (failing ? null : supervision.start(spec, run, folder, this::changed)) {
                case Supervision.Start.Running(ServerProcess server) -> add(server);
                case Supervision.Start.NotStarted(String why) ->
                    fail(new ServerFailure(spec.name(), Failure.NOT_STARTED, why, null, List.of()));
                case null -> {}
            }
        }
        if (specs.isEmpty()) {
            started.complete(new Outcome.Healthy());
        }
    }

    private void add(ServerProcess server) {
        synchronized (servers) {
            servers.add(server);
        }
    }

    private void changed(ServerProcess server, ServerState state) {
        listener.changed(server, state);
        switch (state) {
            case ServerState.Healthy _ -> {
                if (!failing && servers().stream().allMatch(one -> one.state() instanceof ServerState.Healthy)) {
                    started.complete(new Outcome.Healthy());
                }
            }
            case ServerState.Failed(Failure why, ExitStatus exit) -> failedBy(server, why, exit);
            case ServerState.Starting _, ServerState.Stopping _, ServerState.Stopped _ -> {}
        }
    }

    /** One that has ended is told of when its last lines are there; one that hangs at once. */
    private void failedBy(ServerProcess server, Failure why, @Nullable ExitStatus exit) {
        if (exit == null) {
            fail(new ServerFailure(server.name(), why, null, null, server.lastLines()));
        } else if (!failing) {
            failing = true;
            stopAll();
            server.ended().thenRun(() -> tell(new ServerFailure(server.name(), why, null, exit, server.lastLines())));
        }
    }

    private void fail(ServerFailure failure) {
        if (!failing) {
            failing = true;
            stopAll();
            tell(failure);
        }
    }

    private void tell(ServerFailure failure) {
        started.complete(new Outcome.Failed(failure));
        failed.complete(failure);
    }

    private void stopAll() {
        servers().forEach(ServerProcess::stop);
    }
}
