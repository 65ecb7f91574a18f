package io.sallyport.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.channel.EventLoopGroup;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.decision.FetchAllowance;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.EgressPolicy;
import io.sallyport.egress.NettyDialer;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.fetch.cache.CacheBounds;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.file.AllowlistFilePolicy;
import io.sallyport.fetch.file.FileBounds;
import io.sallyport.fetch.file.FileClient;
import io.sallyport.fetch.file.FilePolicy;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.fetch.forge.ForgeClient;
import io.sallyport.fetch.forge.ForgeCredential;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.git.GitTransport;
import io.sallyport.fetch.landing.DirectoryLanding;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.landing.LandingBounds;
import io.sallyport.fetch.landing.Staging;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.fetch.tree.TreeEntry;
import io.sallyport.fetch.tree.TreeHash;
import io.sallyport.fetch.url.Allowlist;
import io.sallyport.fetch.url.ForgeKind;
import io.sallyport.leasebridge.harness.AllowlistEntry;
import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.model.answer.GuardrailsVersion;
import io.sallyport.model.text.Parsed;
import io.sallyport.testkit.LocalForge;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The endpoint over a local forge, with a client. */
final class FetchFixture implements AutoCloseable {
    static final String TOKEN = "5e".repeat(32);
    static final String CREDENTIAL = "forge-credential-that-nobody-sees";
    static final String REPOSITORY = "acme/skills@main";
    static final String PREFIX = "https://github.com/acme/skills/tree/main/";
    static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

    final LocalForge forge;
    final Path directory;
    final Map<String, FetchAllowance> allowances = new HashMap<>();
    final FetchAllowance allowance;
    final FetchServer server;
    private final EventLoopGroup loops;
    private final NettyDialer dialer;
    private final JsonLinesLog audit;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** What differs between tests. */
    static final class Options {
        List<String> sandboxes = List.of("sb-1");
        int max = 10;
        long receives = FetchAllowance.DEFAULT_BYTES;
        boolean enabled = true;
        boolean failsClosed = true;
        boolean offline;
        List<String> allowlist = List.of("https://github.com/acme/");
        FetchBounds bounds = FetchBounds.DEFAULT;
        FetchLimits limits = FetchLimits.DEFAULT;
        FetchPolicy policy = FetchPolicy.ALLOWLIST_ALONE;
        FilePolicy files = new AllowlistFilePolicy(new Allowlist(List.of(), Forges.PUBLIC));
        FetchBudget budget = FetchBudget.NONE;
        UrlSearch findings = UrlSearch.OFF;
        FileBounds fileBounds = FileBounds.DEFAULT;
        Map<String, String> hosts = Map.of();
        LocalForge forge = LocalForge.plain();
        String api = "http://forge.test";
        String git = ForgeSite.NEVER;
        int gitPort = 1;
        List<Path> trust = List.of();
        boolean withCredential;
        Executables executables = Executables.SHEBANG;
        UnaryOperator<Dialer> dialing = dialer -> dialer;
    }

    FetchFixture(Path directory) throws IOException {
        this(directory, new Options());
    }

    FetchFixture(Path directory, Options options) throws IOException {
        this.directory = directory;
        this.forge = options.forge;
        for (String sandbox : options.sandboxes) {
            allowances.put(sandbox, FetchAllowance.of(options.max));
        }
        allowances.values().forEach(each -> each.limitBytes(options.receives));
        this.allowance = allowances.getOrDefault("sb-1", FetchAllowance.of(options.max));
        Transport transport = Transport.best();
        loops = transport.newLoops(1, "forge-client");
        dialer = dialer(options, transport);
        // its time stands still: refusals are counted by windows, and a slow machine would be in the next
        audit = JsonLinesLog.open(auditFile(), AuditSettings.DEFAULTS, InstantSource.fixed(NOW), () -> 0);
        var handler = FetchHandler.of(
                forges(options),
                new FileClient(dialer, loops, options.fileBounds),
                SkillCache.open(cache(), CacheBounds.DEFAULT, InstantSource.system()),
                options.offline,
                options.executables,
                audit,
                InstantSource.fixed(NOW),
                System::nanoTime);
        Map<String, FetchRun> runs = new HashMap<>();
        for (String sandbox : options.sandboxes) {
            runs.put(Sha256.of(token(sandbox).getBytes(UTF_8)).hex(), run(sandbox, options));
        }
        server = FetchServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                options.limits,
                known(runs),
                handler,
                System::nanoTime,
                new ListeningSockets(),
                Duration.ofMinutes(1));
    }

    private NettyDialer dialer(Options options, Transport transport) {
        var hosts = new HashMap<>(options.hosts);
        hosts.put("forge.test", "127.0.0.1:" + forge.origin().port());
        hosts.put("git.test", "127.0.0.1:" + options.gitPort);
        var parsed = EgressPolicy.parse(hosts, List.of(), OwnListeners.ofThisMachine());
        if (!(parsed instanceof EgressPolicy.Accepted(var policy))
                || !(TrustRoots.read(options.trust) instanceof TrustRoots.Accepted(var roots))) {
            throw new IllegalStateException("settings: " + parsed);
        }
        return NettyDialer.create(NettyDialer.Settings.of(policy, List.of(), roots), transport, System::nanoTime);
    }

    private ForgeClient forges(Options options) {
        ForgeCredential credential = options.withCredential ? ForgeCredential.of(CREDENTIAL) : null;
        var sites = List.of(
                site(
                        "github.com",
                        ForgeKind.GITHUB,
                        true,
                        options.api,
                        options.api.startsWith("https") ? credential : null,
                        options.git),
                site("gitlab.com", ForgeKind.GITLAB, false, ForgeSite.GITLAB_API, null, ForgeSite.NEVER),
                site("git.corp.test", ForgeKind.GITLAB, true, options.api, null, options.git));
        return GitTransport.client(
                sites, options.dialing.apply(dialer), loops, options.bounds, InstantSource.fixed(NOW));
    }

    private static ForgeSite site(
            String host,
            ForgeKind kind,
            boolean isEnabled,
            String api,
            @Nullable ForgeCredential credential,
            String git) {
        return switch (ForgeSite.parse(host, kind, isEnabled, api, credential, git)) {
            case Parsed.Accepted(var site) -> site;
            case Parsed.Rejected(var why, int _) -> throw new IllegalStateException(why);
        };
    }

    private static FetchRuns known(Map<String, FetchRun> byToken) {
        return new FetchRuns() {
            @Override
            public @Nullable FetchRun findByToken(String sha256) {
                return byToken.get(sha256);
            }

            @Override
            public @Nullable FetchRun find(SandboxId sandbox) {
                return byToken.values().stream()
                        .filter(run -> run.sandbox().equals(sandbox))
                        .findFirst()
                        .orElse(null);
            }
        };
    }

    private FetchRun run(String sandbox, Options options) throws IOException {
        return new FetchRun(
                new SandboxId(sandbox),
                "run-7",
                3,
                new GuardrailsVersion(2, "", "r1"),
                options.enabled,
                new Allowlist(AllowlistEntry.all(options.allowlist), Forges.PUBLIC),
                allowances.getOrDefault(sandbox, allowance),
                FetchCounting.IN_MEMORY,
                options.findings,
                options.policy,
                options.files,
                options.budget,
                options.failsClosed,
                new DirectoryLanding(
                        Files.createDirectories(sandbox(sandbox)).toRealPath(),
                        "/sandbox/skills",
                        Staging.open(
                                directory.resolve("staging"),
                                options.executables,
                                LandingBounds.DEFAULT,
                                Runnable::run)));
    }

    Path cache() {
        return directory.resolve("cache");
    }

    Path sandbox() {
        return sandbox("sb-1");
    }

    /** What a sandbox sees. */
    Path sandbox(String id) {
        return id.equals("sb-1") ? directory.resolve("sandbox") : directory.resolve("sandbox-" + id);
    }

    /** Of the first sandbox {@link #TOKEN}. */
    static String token(String sandbox) {
        return sandbox.equals("sb-1") ? TOKEN : Sha256.hexOf(sandbox);
    }

    Path auditFile() {
        return directory.resolve("audit.jsonl");
    }

    /** Puts a skill on the forge; answers its URL with its pin. */
    String skill(String name, Map<String, String> files) {
        List<TreeEntry> entries = new ArrayList<>();
        files.forEach((path, content) -> {
            forge.file(REPOSITORY, "skills/" + name + "/" + path, content);
            entries.add(new TreeEntry(new SkillPath(path), Sha256.of(content.getBytes(UTF_8))));
        });
        return PREFIX + "skills/" + name + "#sha256=" + TreeHash.of(entries);
    }

    HttpResponse<String> fetch(String url) throws IOException, InterruptedException {
        return post("{\"url\":\"" + url + "\"}");
    }

    HttpResponse<String> fetchAs(String sandbox, String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri("/fetch"))
                .header("Authorization", "Bearer " + token(sandbox))
                .POST(HttpRequest.BodyPublishers.ofString("{\"url\":\"" + url + "\"}"))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return client.send(
                request().POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        return client.send(request, handler);
    }

    HttpRequest.Builder request() {
        return HttpRequest.newBuilder(uri("/fetch")).header("Authorization", "Bearer " + TOKEN);
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.address().getPort() + path);
    }

    /** Where a skill lies that the sandbox was told to find at {@code local_path}. */
    Path landed(HttpResponse<String> answer) {
        String path = answer.body().replaceAll("(?s).*\"local_path\":\"([^\"]*)\".*", "$1");
        return sandbox()
                .resolve(Path.of("/sandbox/skills").relativize(Path.of(path)).toString());
    }

    List<String> auditLines() throws IOException {
        return Files.readAllLines(auditFile()).stream()
                .filter(line -> line.contains("\"kind\":\"fetch\""))
                .toList();
    }

    /** Everything below {@code root}, relative and sorted. */
    static List<String> below(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.map(path -> root.relativize(path).toString()).sorted().toList();
        }
    }

    @Override
    public void close() {
        client.close();
        server.close();
        dialer.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        audit.close();
        forge.close();
    }
}
