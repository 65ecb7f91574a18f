package io.sallyport.gateway.cli.fetch;

import io.netty.channel.EventLoopGroup;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.FoldSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.decision.FetchAllowance;
import io.sallyport.egress.NettyDialer;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.egress.transport.Transport;
import io.sallyport.fetch.FetchDesk;
import io.sallyport.fetch.FetchLimits;
import io.sallyport.fetch.FetchPolicy;
import io.sallyport.fetch.FetchRun;
import io.sallyport.fetch.FetchServer;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.fetch.forge.ForgeClient;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.landing.DirectoryLanding;
import io.sallyport.gateway.config.Config;
import io.sallyport.gateway.fetch.FetchRights;
import io.sallyport.gateway.serve.Dialers;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.gateway.state.Secrets;
import io.sallyport.model.CanonicalHost;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The fetch endpoint alone, for one run. Safe for concurrent use; whoever started it closes it. */
final class FetchService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FetchService.class);
    private static final int TOKEN_BYTES = 32;

    /** Each request of one run has a line: it is one peer, and its attempts are bounded. */
    private static final FoldSettings UNFOLDED =
            new FoldSettings(Duration.ofSeconds(10), 10_000, 10_000, 64L << 20, 64, 64);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Path state;
    private final Path destination;
    private final String token = newToken();
    private String url = "";

    private FetchService(Path state, Path destination) {
        this.state = state;
        this.destination = destination;
    }

    /** Starts all of it, or nothing. */
    static FetchService start(FetchServiceSettings settings) throws StartException {
        requireReachable(settings);
        FetchService service = null;
        try {
            Path state = privateDirectory(settings.state());
            Path wanted = settings.destination() == null
                    ? state.resolve("sandbox").resolve("skills")
                    : settings.destination();
            service = new FetchService(state, Files.createDirectories(wanted).toRealPath());
            service.open(settings);
            return service;
        } catch (IOException e) {
            closeIfOpen(service);
            throw new StartException(settings.state() + ": " + e.getMessage(), e);
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

    /** An address that means every address means another machine to whoever is told of it. */
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

    private void open(FetchServiceSettings settings) throws IOException, StartException {
        Transport transport = Transport.best();
        OwnListeners own = OwnListeners.ofThisMachine();
        EventLoopGroup loops = transport.newLoops(1, "forge");
        opened.push(() -> loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly());
        List<ForgeSite> sites = sites(settings);
        NettyDialer dialer = Dialers.of(egress(settings, sites), own, transport);
        opened.push(dialer);
        JsonLinesLog audit = JsonLinesLog.open(
                auditFile(), AuditSettings.DEFAULTS.withFolding(UNFOLDED), InstantSource.system(), System::nanoTime);
        opened.push(audit);
        FetchRun run = run(settings);
        byte[] digest = Secrets.sha256(token).getBytes(StandardCharsets.US_ASCII);
        FetchServer server = FetchServer.start(
                settings.listen(),
                FetchLimits.DEFAULT,
                asked -> MessageDigest.isEqual(digest, asked.getBytes(StandardCharsets.US_ASCII)) ? run : null,
                FetchDesk.of(
                        new ForgeClient(sites, dialer, loops, FetchBounds.DEFAULT, InstantSource.system()),
                        SkillCache.open(cache()),
                        settings.isOffline(),
                        settings.executables(),
                        audit,
                        InstantSource.system(),
                        System::nanoTime),
                System::nanoTime);
        opened.push(server);
        own.add(server.address());
        url = settings.advertised() == null ? url(server.address()) : settings.advertised();
    }

    private static String url(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return "http://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort() + "/fetch";
    }

    private FetchRun run(FetchServiceSettings settings) throws IOException {
        FetchRights rights = FetchRights.of(settings.harness(), true);
        String shown = settings.shown() == null ? destination.toString() : settings.shown();
        return new FetchRun(
                settings.sandbox(),
                settings.run(),
                -1,
                rights.isEnabled(),
                rights.allowlist(),
                FetchAllowance.of(rights.max()),
                FetchPolicy.ALLOWLIST_ALONE,
                rights.failsClosed(),
                DirectoryLanding.open(destination, shown, staging(settings), settings.executables()));
    }

    /** Beside what the sandbox sees, so that a move stays on one file system. */
    private Path staging(FetchServiceSettings settings) {
        Path parent = destination.getParent();
        return settings.destination() == null || parent == null
                ? state.resolve("staging")
                : parent.resolve(".sallyport-staging");
    }

    private static List<ForgeSite> sites(FetchServiceSettings settings) throws StartException {
        List<ForgeSite> sites = new ArrayList<>();
        sites.add(ForgeSites.github(settings.githubApi(), settings.forgeToken()));
        sites.add(ForgeSites.gitlab(settings.gitlabApi(), null));
        return sites;
    }

    /** Only the APIs are dialled, and the operator named them: where one is at an address of this machine, it is meant. */
    private static Config.Egress egress(FetchServiceSettings settings, List<ForgeSite> sites) {
        Map<String, String> hosts = new HashMap<>();
        List<String> addresses = new ArrayList<>();
        for (ForgeSite site : sites) {
            CanonicalHost host = site.api().host();
            byte[] address = host.address();
            if (address != null) {
                addresses.add(host.text() + "/" + 8 * address.length);
            } else if (host.text().equals("localhost")) {
                hosts.put(
                        "localhost:" + site.api().port(),
                        "127.0.0.1:" + site.api().port());
            }
        }
        return new Config.Egress(List.of(), hosts, addresses, settings.trust());
    }

    private static String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** The whole endpoint, as it is put into the sandbox. */
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

    /** Takes nothing new, lets what runs finish for at most 5 seconds, then ends. */
    @Override
    public void close() {
        for (AutoCloseable one : opened) {
            try {
                one.close();
            } catch (Exception e) {
                LOG.warn("could not be closed", e);
            }
        }
    }
}
