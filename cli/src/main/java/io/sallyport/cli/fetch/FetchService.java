package io.sallyport.cli.fetch;

import io.netty.channel.EventLoopGroup;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.FoldSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.configuration.Config;
import io.sallyport.control.store.LockWait;
import io.sallyport.control.store.Secrets;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StateLock;
import io.sallyport.decision.FetchAllowance;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.egress.NettyDialer;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.fetch.FetchBudget;
import io.sallyport.fetch.FetchCounting;
import io.sallyport.fetch.FetchHandler;
import io.sallyport.fetch.FetchLimits;
import io.sallyport.fetch.FetchPolicy;
import io.sallyport.fetch.FetchRun;
import io.sallyport.fetch.FetchRuns;
import io.sallyport.fetch.FetchServer;
import io.sallyport.fetch.cache.CacheBounds;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.file.AllowlistFilePolicy;
import io.sallyport.fetch.file.FileBounds;
import io.sallyport.fetch.file.FileClient;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.fetch.git.GitTransport;
import io.sallyport.fetch.landing.CommandLanding;
import io.sallyport.fetch.landing.DirectoryLanding;
import io.sallyport.fetch.landing.Landing;
import io.sallyport.fetch.landing.LandingBounds;
import io.sallyport.fetch.landing.Staging;
import io.sallyport.fetch.url.Allowlist;
import io.sallyport.gateway.serve.Dialers;
import io.sallyport.gateway.serve.OpenedResources;
import io.sallyport.gateway.serve.Service;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.model.Sha256;
import io.sallyport.model.answer.GuardrailsVersion;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The fetch endpoint alone, for one run. Safe for concurrent use; the caller of {@link #start} closes it. */
final class FetchService implements AutoCloseable {

    /** Each request of a run gets its own line: there is one peer, and its attempts are limited. */
    private static final FoldSettings UNFOLDED =
            new FoldSettings(Duration.ofSeconds(10), 10_000, 10_000, 64L << 20, 64, 64);

    private final OpenedResources opened = new OpenedResources();
    private final Path state;
    private final Path destination;
    private final String token = Secrets.hexToken();
    private String url = "";

    private FetchService(Path state, Path destination) {
        this.state = state;
        this.destination = destination;
    }

    /**
     * Starts all parts, or none.
     *
     * @param told receives a line per fetch, or null
     */
    static FetchService start(FetchServiceSettings settings, @Nullable PrintWriter told) throws StartException {
        requireReachable(settings);
        FetchService service = null;
        try {
            Path state = privateDirectory(settings.state());
            Path wanted = settings.destination() == null
                    ? state.resolve("sandbox").resolve("skills")
                    : settings.destination();
            String uploaded = settings.uploads() == null ? null : settings.shown();
            service = new FetchService(
                    state, uploaded == null ? Files.createDirectories(wanted).toRealPath() : Path.of(uploaded));
            service.open(settings, told);
            return service;
        } catch (IOException e) {
            closeIfOpen(service);
            throw new StartException(settings.state() + ": " + e.getMessage(), e);
        } catch (StateException e) {
            closeIfOpen(service);
            throw new StartException("--state: " + e.getMessage(), e);
        } catch (StartException | RuntimeException e) {
            closeIfOpen(service);
            throw e;
        }
    }

    private static void closeIfOpen(@Nullable FetchService service) {
        if (service != null) {
            service.close();
        }
    }

    /**
     * Requires an advertised address if it listens on a wildcard address, which the sandbox would resolve to its own
     * machine.
     */
    private static void requireReachable(FetchServiceSettings settings) throws StartException {
        if (settings.advertised() == null && settings.listen().getAddress().isAnyLocalAddress()) {
            throw new StartException(
                    "--listen: " + settings.listen().getAddress().getHostAddress()
                            + " names no address that a sandbox reaches (expected: --advertise)");
        }
    }

    private static Path privateDirectory(Path directory) throws IOException {
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return directory.toRealPath();
    }

    private void open(FetchServiceSettings settings, @Nullable PrintWriter told)
            throws IOException, StartException, StateException {
        opened.add(StateLock.take(state, LockWait.NONE));
        Transport transport = Transport.best();
        OwnListeners own = OwnListeners.ofThisMachine();
        EventLoopGroup loops = transport.newLoops(1, "forge");
        opened.add(() -> loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly());
        ServedForges forges = ServedForges.of(settings);
        NettyDialer toForges = opened.add(Dialers.of(forges.egress(settings.trust()), own, transport));
        // Single files may be on any host, so the addresses permitted for forges are not permitted for them.
        var openToFiles = new Config.Egress(Map.of(), List.of(), settings.trust());
        NettyDialer toFiles = opened.add(Dialers.of(openToFiles, own, transport));
        JsonLinesLog audit = JsonLinesLog.open(
                auditFile(), AuditSettings.DEFAULTS.withFolding(UNFOLDED), InstantSource.system(), System::nanoTime);
        opened.add(audit);
        FetchRun run = run(settings);
        FetchServer server = FetchServer.start(
                settings.listen(),
                FetchLimits.DEFAULT,
                FetchRuns.of(run, Sha256.hexOf(token)),
                FetchHandler.of(
                        GitTransport.client(
                                forges.sites(), toForges, loops, FetchBounds.DEFAULT, InstantSource.system()),
                        new FileClient(toFiles, loops, FileBounds.DEFAULT),
                        SkillCache.open(cache(), CacheBounds.DEFAULT, InstantSource.system()),
                        settings.isOffline(),
                        settings.executables(),
                        told == null ? audit : new FetchLines(audit, told),
                        InstantSource.system(),
                        System::nanoTime),
                System::nanoTime,
                new ListeningSockets());
        opened.add(server);
        own.add(server.address());
        url = settings.advertised() == null ? Service.url(server.address()) + "/fetch" : settings.advertised();
    }

    private FetchRun run(FetchServiceSettings settings) throws IOException {
        RuntimeFetch rights = settings.harness().runtimeFetch();
        Allowlist allowlist = new Allowlist(rights.allowlist(), Forges.PUBLIC);
        return new FetchRun(
                settings.sandbox(),
                settings.run(),
                -1,
                GuardrailsVersion.NONE,
                rights.isAllowed(),
                allowlist,
                FetchAllowance.of(rights.most()),
                FetchCounting.IN_MEMORY,
                UrlSearch.OFF,
                FetchPolicy.ALLOWLIST_ALONE,
                new AllowlistFilePolicy(allowlist),
                FetchBudget.NONE,
                rights.failsClosed(),
                landing(settings));
    }

    private Landing landing(FetchServiceSettings settings) throws IOException {
        String shown = settings.shown() == null ? destination.toString() : settings.shown();
        return settings.uploads() == null
                ? new DirectoryLanding(destination, shown, staging(settings))
                : new CommandLanding(settings.uploads(), settings.sandbox(), shown, staging(settings));
    }

    /** Next to what the sandbox sees, so that a move stays on one file system. */
    private Staging staging(FetchServiceSettings settings) throws IOException {
        Path parent = settings.destination() == null ? null : destination.getParent();
        Path directory = parent == null ? state.resolve("staging") : parent.resolve(".sallyport-staging");
        Staging staging =
                Staging.open(directory, settings.executables(), LandingBounds.DEFAULT, Thread::startVirtualThread);
        if (parent == null) {
            staging.clear(); // the other directory may also belong to another service
        }
        return staging;
    }

    /** Returns the complete URL, as given to the sandbox. */
    String url() {
        return url;
    }

    String token() {
        return token;
    }

    Path cache() {
        return state.resolve("cache");
    }

    Path auditFile() {
        return state.resolve("audit.jsonl");
    }

    Path destination() {
        return destination;
    }

    /** Accepts nothing new, lets running fetches finish for at most 5 seconds, then stops. */
    @Override
    public void close() {
        opened.close();
    }
}
