package io.sallyport.apiservers;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The servers of one run: wanted all together or not at all. When one fails the run has failed, and the others are
 * ended. Safe for concurrent use; what it settles it settles on the supervisor's loop.
 */
public final class ServerGroup {
    private final SupervisionResources supervision;
    private final ServerListener listener;
    private final List<ServerProcess> servers = new ArrayList<>(); // added to on the loop, when its start is known
    private final CompletableFuture<Outcome> started = new CompletableFuture<>();
    private final CompletableFuture<ServerFailure> failed = new CompletableFuture<>();
    private final Set<ServerProcess> inLine = new HashSet<>(); // on the loop, as what follows
    private CompletionStage<?> starting = CompletableFuture.completedFuture("nothing");
    private int missing; // servers that are not started yet
    private boolean failing;

    private ServerGroup(SupervisionResources supervision, ServerListener listener) {
        this.supervision = supervision;
        this.listener = listener;
    }

    /**
     * Starts all of {@code specs}, whose names and ports differ.
     *
     * @param listener is told of every change of every server
     */
    public static ServerGroup start(
            List<ApiServerSpec> specs,
            String run,
            RunFolder folder,
            SupervisionResources supervision,
            ServerListener listener) {
        var group = new ServerGroup(supervision, listener);
        List<ServerLaunch> launches = ServerLaunch.all(specs, run, folder);
        supervision.loop().execute(() -> group.startAll(launches));
        return group;
    }

    /** Servers that ran under an earlier gateway: none of them does, and their run has failed. */
    public static ServerGroup lost(ServerFailure why, SupervisionResources supervision) {
        var group = new ServerGroup(supervision, (_, _) -> {});
        group.failing = true;
        group.tell(why);
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

    /** How their start ended; always, within the time that a start may take once it is their turn. */
    public CompletionStage<Outcome> started() {
        return started.minimalCompletionStage();
    }

    /**
     * The first failure, at any time; never where they are ended without one. What asks often asks {@link #failure}:
     * each stage is kept.
     */
    public CompletionStage<ServerFailure> failed() {
        return failed.minimalCompletionStage();
    }

    /** The same where there was one, or null. Asked often: nothing is left behind by it. */
    public @Nullable ServerFailure failure() {
        return failed.getNow(null);
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

    /**
     * Ends all of them; complete when they are gone and their logs are written: whether all that they started is gone
     * too.
     */
    public CompletionStage<Boolean> stop() {
        var gone = new CompletableFuture<Boolean>();
        supervision.loop().execute(() -> {
            failing = true;
            started.complete(new Outcome.Stopped());
            stopAll();
            starting.whenCompleteAsync((_, _) -> awaitEnds(gone), supervision.loop());
        });
        return gone.minimalCompletionStage();
    }

    /** None is being started any more. */
    private void awaitEnds(CompletableFuture<Boolean> gone) {
        CompletableFuture<?>[] ends = servers().stream()
                .map(server -> server.ended().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        var _ = CompletableFuture.allOf(ends)
                .whenComplete((_, _) -> gone.complete(servers().stream().noneMatch(ServerProcess::hasLeftBehind)));
    }

    private void startAll(List<ServerLaunch> launches) {
        missing = launches.size();
        settle();
        startFirst(launches);
    }

    /** One after the other, each when there is room for it. */
    private void startFirst(List<ServerLaunch> launches) {
        if (!launches.isEmpty()) {
            supervision.line().enter(() -> start(launches.getFirst(), launches.subList(1, launches.size())));
        }
    }

    private void start(ServerLaunch launch, List<ServerLaunch> others) {
        if (failing) {
            supervision.line().leave();
            return;
        }
        starting = supervision
                .start(launch, this::changed)
                .thenAcceptAsync(start -> begun(launch, start), supervision.loop())
                .thenRunAsync(() -> startFirst(others), supervision.loop());
    }

    /** It may have answered, or ended, before this is known. */
    private void begun(ServerLaunch launch, SupervisionResources.Start start) {
        switch (start) {
            case SupervisionResources.Start.Running(ServerProcess server) -> {
                add(server);
                missing--;
                inLine.add(server);
                leaveLine(server);
                settle();
            }
            case SupervisionResources.Start.NotStarted(FailureCause why, String detail) -> {
                supervision.line().leave();
                fail(new ServerFailure(launch.name(), why, detail, null, List.of()));
            }
        }
    }

    private void leaveLine(ServerProcess server) {
        if (!(server.state() instanceof ServerState.Starting) && inLine.remove(server)) {
            supervision.line().leave();
        }
    }

    private void settle() {
        if (failing) {
            stopAll();
        } else if (missing == 0 && servers().stream().allMatch(one -> one.state() instanceof ServerState.Healthy)) {
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
        leaveLine(server);
        switch (state) {
            case ServerState.Healthy _ -> settle();
            case ServerState.Failed(FailureCause why, ExitStatus exit) -> failedBy(server, why, exit);
            case ServerState.Starting _, ServerState.Stopping _, ServerState.Stopped _ -> {}
        }
    }

    /** One that has ended is told of when its last lines are there; one that hangs at once. */
    private void failedBy(ServerProcess server, FailureCause why, @Nullable ExitStatus exit) {
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
        failed.complete(failure); // whoever waited for the start finds it
        started.complete(new Outcome.Failed(failure));
    }

    private void stopAll() {
        servers().forEach(ServerProcess::stop);
    }
}
