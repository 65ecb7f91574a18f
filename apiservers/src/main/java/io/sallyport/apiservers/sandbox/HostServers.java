package io.sallyport.apiservers.sandbox;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.apiservers.ApiServerName;
import io.sallyport.apiservers.ApiServerSpec;
import io.sallyport.apiservers.FailureCause;
import io.sallyport.apiservers.HttpHealthProbe;
import io.sallyport.apiservers.Launcher;
import io.sallyport.apiservers.OldRun;
import io.sallyport.apiservers.RunFolder;
import io.sallyport.apiservers.ScheduledLoop;
import io.sallyport.apiservers.SearchPath;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.apiservers.ServerGroup;
import io.sallyport.apiservers.ServerTimes;
import io.sallyport.apiservers.ServerUser;
import io.sallyport.apiservers.SupervisionResources;
import io.sallyport.apiservers.files.FilesProgram;
import io.sallyport.audit.AuditLog;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts servers on this machine as the operator allows it. Safe for concurrent use. */
public final class HostServers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostServers.class);

    private final ServerSettings settings;
    private final ServerHome home;
    private final @Nullable FilesProgram files;
    private final Map<String, String> environment;
    private final ServerEvents events;
    private final InstantSource clock;
    private final LogRetention logs;
    private final ScheduledLoop loop = new ScheduledLoop(System::nanoTime);
    private final HttpHealthProbe probe = new HttpHealthProbe();
    private final SupervisionResources supervision;
    private final OpenRuns runs;

    /**
     * Servers as {@code settings} allow them, once this machine was seen to be able to run them so, and once what
     * gateways before have left behind was ended.
     *
     * @param folder in which each run has one
     * @param state the gateway's secrets
     * @param environment the gateway's own, of which servers see nothing but what is listed
     */
    public static HostServers open(
            ServerSettings settings,
            Path folder,
            Path state,
            Map<String, String> environment,
            AuditLog audit,
            InstantSource clock)
            throws HostSetupException {
        return open(settings, folder, state, environment, audit, clock, OpenRuns.MAX_SERVERS);
    }

    /** The same with so many servers at one time. */
    static HostServers open(
            ServerSettings settings,
            Path folder,
            Path state,
            Map<String, String> environment,
            AuditLog audit,
            InstantSource clock,
            int maxServers)
            throws HostSetupException {
        String path = environment.getOrDefault("PATH", "");
        ServerHome home = ServerHome.of(settings, folder, state, new SearchPath(path));
        ServerUser user = home.user();
        Launcher plain = Launcher.of(ProgramWrapper.of(settings, new SearchPath(path)), path);
        Launcher launcher = user == null ? plain : plain.as(user);
        FilesProgram files = ServerFiles.of(settings, user, new SearchPath(path));
        boolean used = !settings.directories().isEmpty();
        return new HostServers(
                settings,
                home,
                files,
                used ? launcher.endingWithStarter() : launcher,
                environment,
                new ServerEvents(audit, clock),
                clock,
                maxServers);
    }

    private HostServers(
            ServerSettings settings,
            ServerHome home,
            @Nullable FilesProgram files,
            Launcher launcher,
            Map<String, String> environment,
            ServerEvents events,
            InstantSource clock,
            int maxServers) {
        this.runs = new OpenRuns(maxServers);
        this.settings = settings;
        this.home = home;
        this.files = files;
        this.environment = Map.copyOf(environment);
        this.events = events;
        this.clock = clock;
        this.logs = new LogRetention(home.folder(), LogRetention.MAX_RUNS, LogRetention.MAX_BYTES);
        this.supervision =
                new SupervisionResources(launcher, probe, loop, ServerTimes.STANDARD.withStartup(settings.startup()));
        if (!settings.directories().isEmpty()) {
            HostWarnings.of(settings, launcher).forEach(LOG::warn);
        }
    }

    ServerSpecReader.Result wanted(List<Sourced> apiServers) {
        return ServerSpecReader.of(apiServers, settings, environment);
    }

    /**
     * Starts {@code specs}, which are not empty; what becomes of them the run says. Whoever started it ends it. Null
     * where there would be more servers than may be.
     */
    @Nullable
    ServerRun start(SandboxId sandbox, @Nullable String called, List<ApiServerSpec> specs) {
        if (!runs.reserve(specs.size())) {
            return null;
        }
        RunFolder folder = home.run(RunNames.next(sandbox, clock.instant()));
        return follow(
                new ServerRun(sandbox, called, specs.size(), group(sandbox, called, specs, folder), folder, events));
    }

    /** Servers of all sandboxes that may run at one time. */
    int maxServers() {
        return runs.maxServers();
    }

    private ServerGroup group(SandboxId sandbox, @Nullable String called, List<ApiServerSpec> specs, RunFolder folder) {
        try {
            OldRun.begin(folder, sandbox.text());
        } catch (IOException e) {
            return ServerGroup.lost(
                    failure(specs.getFirst().name(), FailureCause.NOT_STARTED, e.getMessage()), supervision);
        }
        return ServerGroup.start(
                files == null
                        ? specs
                        : specs.stream()
                                .map(spec -> spec.withFiles(files.json(sandbox)))
                                .toList(),
                RunLabel.of(called, sandbox),
                folder,
                supervision,
                (server, state) -> events.changed(sandbox, called, server.name().text(), state));
    }

    private static ServerFailure failure(ApiServerName server, FailureCause why, @Nullable String detail) {
        return new ServerFailure(server, why, detail, null, List.of());
    }

    /** The servers that {@code old} had are those of no sandbox any more. */
    ServerRun lost(SandboxId sandbox, OldRun old) {
        ApiServerName first = old.servers().getFirst().name();
        ServerGroup group = ServerGroup.lost(failure(first, FailureCause.GATEWAY_RESTARTED, null), supervision);
        return follow(new ServerRun(sandbox, null, 0, group, old.folder(), events));
    }

    /** The sandbox that {@code old} was of is gone as well. */
    void forget(SandboxId sandbox, OldRun old) {
        if (old.isGone()) {
            ServerRun.forget(sandbox, old.folder());
        }
        events.ended(sandbox, null, "failed: " + FailureCause.GATEWAY_RESTARTED.word(), old.folder(), true);
        logs.sweep();
    }

    private ServerRun follow(ServerRun run) {
        runs.add(run);
        var _ = run.group()
                .failed()
                .thenAccept(failure -> events.failed(run.sandbox(), run.run(), failure, run.hadProcess(failure)));
        return run;
    }

    /** Ends {@code run} for good; complete when its servers are gone. Returns at once. */
    CompletionStage<Void> end(ServerRun run) {
        return runs.end(run, one -> {
            one.end();
            logs.sweep();
        });
    }

    /** Runs of gateways before this one; nothing of them runs any more when this returns, but what cannot be ended. */
    List<OldRun> oldRuns() throws HostSetupException {
        return OldRuns.end(home, events);
    }

    /** Counts of servers and of their runs. */
    public MeterBinder meters() {
        return new ServerMetrics(events, runs::all);
    }

    /**
     * Ends all servers and starts none any more; returns when they are gone. That sandboxes had them stays written
     * down.
     */
    void stopAll() {
        runs.stopAll();
    }

    /** All servers were stopped, or none was started. */
    @Override
    public void close() {
        loop.close();
        probe.close();
    }
}
