package io.sallyport.gateway.apiservers;

import io.sallyport.apiservers.ApiServerSpec;
import io.sallyport.apiservers.HttpHealthProbe;
import io.sallyport.apiservers.Launcher;
import io.sallyport.apiservers.RunFolder;
import io.sallyport.apiservers.ScheduledLoop;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.apiservers.ServerGroup;
import io.sallyport.apiservers.ServerTimes;
import io.sallyport.apiservers.Supervision;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.AuditRecord;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts servers on this machine as the operator allows it, and records what becomes of them. Safe for concurrent use. */
public final class HostServers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostServers.class);

    private final ServerSettings settings;
    private final Path folder;
    private final Map<String, String> environment;
    private final AuditLog audit;
    private final InstantSource clock;
    private final ScheduledLoop loop = new ScheduledLoop(System::nanoTime);
    private final HttpHealthProbe probe = new HttpHealthProbe();
    private final Supervision supervision;

    /**
     * Servers as {@code settings} allow them.
     *
     * @param folder below which each sandbox's servers have their logs and working directories
     * @param environment the gateway's own, of which servers see nothing but what is listed
     */
    public HostServers(
            ServerSettings settings,
            Path folder,
            Map<String, String> environment,
            AuditLog audit,
            InstantSource clock) {
        this.settings = settings;
        this.folder = folder;
        this.environment = Map.copyOf(environment);
        this.audit = audit;
        this.clock = clock;
        var launcher = Launcher.of(settings.wrapper(), environment.getOrDefault("PATH", ""));
        this.supervision = new Supervision(launcher, probe, loop, ServerTimes.STANDARD);
        warn(launcher);
    }

    private void warn(Launcher launcher) {
        if (settings.directories().isEmpty()) {
            return;
        }
        if (settings.wrapper().isEmpty()) {
            LOG.warn("api_servers.wrapper is not set: API servers run as the gateway's user, and can read its secrets");
        }
        if (launcher.setsid() == null) {
            LOG.warn("setsid is not on the PATH: what an API server starts and leaves behind may outlive it");
        }
    }

    WantedServers.Result wanted(Mapping effective) {
        return WantedServers.of(effective, settings, environment);
    }

    ServerGroup start(SandboxId sandbox, List<ApiServerSpec> specs) {
        ServerGroup group = ServerGroup.start(
                specs,
                sandbox.text(),
                new RunFolder(folder.resolve(sandbox.text())),
                supervision,
                (server, state) -> LOG.info("sandbox {}: API server {} is {}", sandbox, server.name(), state.word()));
        var _ = group.failed().thenAccept(failure -> failed(sandbox, failure));
        return group;
    }

    private void failed(SandboxId sandbox, ServerFailure failure) {
        LOG.error("sandbox {} has failed: {}; it said last: {}", sandbox, failure.message(), failure.lastLines());
        audit.append(AuditRecord.begin(audit.nextId(), clock.millis(), "lifecycle")
                .sandbox(sandbox.text(), null, -1)
                .rule("api_server:" + failure.server())
                .detail(failure.why().word() + (failure.exit() == null ? "" : ", " + failure.exit()))
                .ended(ReasonCode.API_SERVER_DOWN, 0));
    }

    @Override
    public void close() {
        loop.close();
        probe.close();
    }
}
