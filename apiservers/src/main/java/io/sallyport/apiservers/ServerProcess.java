package io.sallyport.apiservers;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server of one run: its process, from start to end. It is started once and never again. What becomes of it is
 * settled by a {@link ServerLifecycle} on the supervisor's loop; the public methods may be called from any thread.
 */
public final class ServerProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

    /** How long its log may take to be written when it has ended: what it left behind may hold the pipe open. */
    private static final long LOG_SECONDS = 5;

    /** How long what it left behind may take from SIGTERM to its end; the group had its own time. */
    private static final Duration LEFT_GRACE = Duration.ofSeconds(2);

    private final ServerLaunch launch;
    private final InetSocketAddress address;
    private final ProcessGroup group;
    private final ProcessRecord record;
    private final ServerLog log;
    private final SupervisionResources supervision;
    private final ServerListener listener;
    private final ServerTasks errands;
    private final ServerLifecycle life; // on the loop only
    private final CompletableFuture<ServerState> ended = new CompletableFuture<>();
    private volatile ServerState state;
    private volatile boolean leftBehind;

    ServerProcess(
            ServerLaunch launch,
            InetSocketAddress address,
            ProcessGroup group,
            ProcessRecord record,
            ServerLog log,
            SupervisionResources supervision,
            ServerListener listener) {
        this.launch = launch;
        this.address = address;
        this.group = group;
        this.record = record;
        this.log = log;
        this.supervision = supervision;
        this.listener = listener;
        this.errands = new ServerTasks(supervision.loop().aside());
        this.life = new ServerLifecycle(supervision.times(), supervision.loop().nanoTime());
        this.state = life.state();
    }

    /** Watches {@code process} from now on. */
    void follow(Process process) {
        supervision.loop().execute(() -> {
            listener.changed(this, state);
            obey(life.started());
        });
        var _ = process.onExit()
                .thenAcceptAsync(gone -> exited(new ExitStatus(gone.exitValue())), supervision.loop())
                .whenComplete((_, failure) -> tell(failure));
    }

    public ApiServerName name() {
        return launch.name();
    }

    /** Where it listens: loopback, and its port. */
    public InetSocketAddress address() {
        return address;
    }

    /** What its callers must show. It goes to nobody but the proxy. */
    public String token() {
        return launch.token();
    }

    public ServerState state() {
        return state;
    }

    /** The last lines that it said, without secrets, oldest first. */
    public List<String> lastLines() {
        return log.lines();
    }

    /** Whether something that it started could not be ended; of interest once it has {@link #ended}. */
    public boolean hasLeftBehind() {
        return leftBehind;
    }

    /**
     * Its last state, when its process is gone with all that it started, its log is written, and the file of its token
     * is away.
     */
    public CompletionStage<ServerState> ended() {
        return ended.minimalCompletionStage();
    }

    /** Asks it to end; {@link #ended} says when it has. Returns at once. */
    public void stop() {
        supervision.loop().execute(() -> obey(life.stop(supervision.loop().nanoTime())));
    }

    private void exited(ExitStatus exit) {
        obey(life.exited(exit));
        var _ = log.ended()
                .toCompletableFuture()
                .completeOnTimeout(null, LOG_SECONDS, TimeUnit.SECONDS)
                .thenRun(() -> errands.then(this::end))
                .whenComplete((_, failure) -> tell(failure));
    }

    private void end() {
        try {
            leftBehind = !RemainingProcesses.end(
                            List.of(record), LEFT_GRACE, launch.folder().user())
                    .isEmpty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            leftBehind = true;
        } catch (RuntimeException e) {
            LOG.error("it cannot be seen what {} has left behind", name(), e);
            leftBehind = true;
        }
        launch.folder().deleteToken(launch.name());
        ended.complete(state);
    }

    private void obey(List<ServerLifecycle.Order> orders) {
        orders.forEach(this::obey);
        if (!life.state().equals(state)) {
            state = life.state();
            listener.changed(this, state);
        }
    }

    private void obey(ServerLifecycle.Order order) {
        switch (order) {
            case ServerLifecycle.Order.Probe _ ->
                supervision
                        .probe()
                        .probe(address)
                        .exceptionally(this::unasked)
                        .thenAcceptAsync(this::answered, supervision.loop());
            case ServerLifecycle.Order.Terminate _ -> send(ProcessGroup.Signal.TERMINATE);
            case ServerLifecycle.Order.Kill _ -> send(ProcessGroup.Signal.KILL);
            case ServerLifecycle.Order.WakeAfter(long nanos) ->
                supervision
                        .loop()
                        .after(nanos, () -> obey(life.woke(supervision.loop().nanoTime())));
        }
    }

    /** Some take a program of the system. */
    private void send(ProcessGroup.Signal signal) {
        errands.then(() -> group.send(signal));
    }

    /** Its first answer counts once the socket that gave it is known to be its own; what it holds nobody else gets. */
    private void answered(HealthAnswer health) {
        if (health != HealthAnswer.OK || !(life.state() instanceof ServerState.Starting)) {
            probed(health);
            return;
        }
        var _ = CompletableFuture.supplyAsync(
                        () -> group.listensAloneAt(address) ? HealthAnswer.OK : HealthAnswer.FOREIGN,
                        supervision.loop().aside())
                .exceptionally(this::unasked)
                .thenAcceptAsync(this::probed, supervision.loop());
    }

    /** It is asked again. */
    private HealthAnswer unasked(Throwable why) {
        LOG.warn("{} could not be asked for its health, or looked at", this, why);
        return HealthAnswer.UNASKED;
    }

    private void probed(HealthAnswer health) {
        obey(life.probed(health, supervision.loop().nanoTime()));
    }

    private static void tell(@Nullable Throwable unexpected) {
        if (unexpected != null) {
            LOG.error("a server's end could not be followed", unexpected);
        }
    }

    @Override
    public String toString() {
        return launch.name() + " at " + address + ", " + state.word();
    }
}
