package io.sallyport.apiservers;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server of one run: its process, from start to end. It is started once and never again. What becomes of it is
 * settled by a {@link ServerLife} on the supervisor's loop; the public methods may be called from any thread.
 */
public final class ServerProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

    /** How long its log may take to be written when it has ended: what it left behind may hold the pipe open. */
    private static final long LOG_SECONDS = 2;

    private final ApiServerSpec spec;
    private final String token;
    private final InetSocketAddress address;
    private final ProcessGroup group;
    private final ServerLog log;
    private final RunFolder folder;
    private final Supervision supervision;
    private final ServerListener listener;
    private final ServerLife life; // on the loop only
    private final CompletableFuture<ServerState> ended = new CompletableFuture<>();
    private volatile ServerState state;

    ServerProcess(
            ApiServerSpec spec,
            String token,
            InetSocketAddress address,
            ProcessGroup group,
            ServerLog log,
            RunFolder folder,
            Supervision supervision,
            ServerListener listener) {
        this.spec = spec;
        this.token = token;
        this.address = address;
        this.group = group;
        this.log = log;
        this.folder = folder;
        this.supervision = supervision;
        this.listener = listener;
        this.life = new ServerLife(supervision.times(), supervision.loop().nanoTime());
        this.state = life.state();
    }

    /** Watches {@code process} from now on. */
    void follow(Process process) {
        var _ = process.onExit()
                .thenAcceptAsync(gone -> exited(new ExitStatus(gone.exitValue())), supervision.loop())
                .whenComplete((_, failure) -> tell(failure));
        supervision.loop().execute(() -> obey(life.started()));
    }

    public ApiServerName name() {
        return spec.name();
    }

    /** Where it listens: loopback, and its port. */
    public InetSocketAddress address() {
        return address;
    }

    /** What its callers must show. It goes to nobody but the proxy. */
    public String token() {
        return token;
    }

    public ServerState state() {
        return state;
    }

    /** The last lines that it said, without secrets, oldest first. */
    public List<String> lastLines() {
        return log.lines();
    }

    /** Its last state, when its process is gone, its log is written, and the file of its token is away. */
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
                .thenRun(this::end)
                .whenComplete((_, failure) -> tell(failure));
    }

    private void end() {
        folder.deleteToken(spec.name());
        ended.complete(state);
    }

    private void obey(List<ServerLife.Order> orders) {
        orders.forEach(this::obey);
        if (!life.state().equals(state)) {
            state = life.state();
            listener.changed(this, state);
        }
    }

    private void obey(ServerLife.Order order) {
        switch (order) {
            case ServerLife.Order.Probe _ ->
                supervision.probe().probe(address).thenAcceptAsync(this::probed, supervision.loop());
            case ServerLife.Order.Terminate _ -> group.send(ProcessGroup.Signal.TERMINATE);
            case ServerLife.Order.Kill _ -> group.send(ProcessGroup.Signal.KILL);
            case ServerLife.Order.WakeAfter(long nanos) ->
                supervision
                        .loop()
                        .after(nanos, () -> obey(life.woke(supervision.loop().nanoTime())));
        }
    }

    private void probed(Health health) {
        obey(life.probed(health, supervision.loop().nanoTime()));
    }

    private static void tell(@Nullable Throwable unexpected) {
        if (unexpected != null) {
            LOG.error("a server's end could not be followed", unexpected);
        }
    }

    @Override
    public String toString() {
        return spec.name() + " at " + address + ", " + state.word();
    }
}
