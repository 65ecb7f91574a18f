package io.sallyport.apiservers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all servers of a gateway are started and watched with. Safe for concurrent use. */
public final class SupervisionResources {
    /** The variable in which a server finds the name of its run, for its log. */
    public static final String RUN_VARIABLE = "SALLYPORT_RUN";

    private static final Logger LOG = LoggerFactory.getLogger(SupervisionResources.class);

    private final Launcher launcher;
    private final HealthProbe probe;
    private final SupervisorLoop loop;
    private final ServerTimes times;
    private final StartQueue line;
    private final FreePorts ports = new FreePorts();

    public SupervisionResources(Launcher launcher, HealthProbe probe, SupervisorLoop loop, ServerTimes times) {
        this.launcher = launcher;
        this.probe = probe;
        this.loop = loop;
        this.times = times;
        this.line = new StartQueue(loop);
    }

    /** What came of starting a server. */
    sealed interface Start {
        record Running(ServerProcess server) implements Start {}

        /**
         * There is no process.
         *
         * @param detail for the operator: it may name files
         */
        record NotStarted(FailureCause why, String detail) implements Start {}
    }

    HealthProbe probe() {
        return probe;
    }

    SupervisorLoop loop() {
        return loop;
    }

    ServerTimes times() {
        return times;
    }

    /** Where a server waits for its turn to be started. */
    StartQueue line() {
        return line;
    }

    /**
     * Starts a server; its process is the returned one's to end. Returns at once, and completes never exceptionally.
     */
    CompletionStage<Start> start(ServerLaunch launch, ServerListener listener) {
        return CompletableFuture.supplyAsync(() -> started(launch, listener), loop.aside())
                .exceptionally(failure -> {
                    LOG.error("API server {} could not be started", launch.name(), failure);
                    return new Start.NotStarted(FailureCause.NOT_STARTED, launch.name() + ": " + failure.getMessage());
                });
    }

    private Start started(ServerLaunch launch, ServerListener listener) {
        try {
            int port = launch.spec().port();
            if (port != 0 && !isFree(port)) {
                return new Start.NotStarted(FailureCause.PORT_TAKEN, Integer.toString(port));
            }
            launch.folder().prepare(launch.name());
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port == 0 ? ports.next() : port);
            Launched launched = launched(launch, command(launch, address));
            Launcher.Started started = launched.started();
            ServerLog log = ServerLog.follow(
                    started.process().getInputStream(), launch.folder().log(launch.name()), launch.secrets());
            var server = new ServerProcess(launch, address, started.group(), launched.record(), log, this, listener);
            server.follow(started.process());
            return new Start.Running(server);
        } catch (IOException e) {
            return new Start.NotStarted(FailureCause.NOT_STARTED, launch.name() + ": " + e.getMessage());
        }
    }

    /** A process, and what is written down of it. */
    private record Launched(Launcher.Started started, ProcessRecord record) {}

    /** Written down before and after: the next gateway finds it whenever this one is killed. */
    private Launched launched(ServerLaunch launch, List<String> command) throws IOException {
        RunFolder folder = launch.folder();
        ProcessRecord record = ProcessRecord.of(launch.spec());
        record.write(folder.process(launch.name()));
        Map<String, String> environment = new HashMap<>(launch.spec().environment());
        environment.put(RUN_VARIABLE, launch.run());
        environment.put(ProcessRecord.VARIABLE, record.marker());
        Launcher.Started started = forked(command, launch, environment);
        try {
            ProcessRecord known =
                    record.startedAs(ProcessIdentity.of(started.process().pid()));
            known.write(folder.process(launch.name()));
            return new Launched(started, known);
        } catch (IOException e) {
            started.group().send(ProcessGroup.Signal.KILL);
            throw e;
        }
    }

    private Launcher.Started forked(List<String> command, ServerLaunch launch, Map<String, String> environment)
            throws IOException {
        try {
            return CompletableFuture.supplyAsync(() -> fork(command, launch, environment), loop.starter())
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof UncheckedIOException failure
                    ? new IOException(failure.getMessage(), failure)
                    : new IOException(e);
        }
    }

    private Launcher.Started fork(List<String> command, ServerLaunch launch, Map<String, String> environment) {
        try {
            return launcher.start(command, launch.folder().work(launch.name()), environment, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private static List<String> command(ServerLaunch launch, InetSocketAddress address) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(launch.spec().script().toString());
        command.addAll(launch.spec().arguments());
        command.addAll(List.of("--port", Integer.toString(address.getPort())));
        command.addAll(
                switch (launch.spec().token()) {
                    case FLAG -> List.of("--token", launch.token());
                    case FILE ->
                        List.of(
                                "--token-file",
                                launch.folder()
                                        .writeToken(launch.name(), launch.token())
                                        .toString());
                });
        command.addAll(List.of("--bind-address", address.getAddress().getHostAddress()));
        return command;
    }

    /** Whether nothing listens there; what comes to do so before the server is seen by its first answer. */
    private static boolean isFree(int port) throws IOException {
        try (var free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return free.isBound();
        } catch (BindException _) {
            return false;
        }
    }
}
