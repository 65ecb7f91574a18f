package io.sallyport.admin;

import io.sallyport.admin.AdminTokens.Token;
import io.sallyport.admin.health.ConfiguredValue;
import io.sallyport.admin.health.ReadinessCheck;
import io.sallyport.admin.proxy.ProxyUrls;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.audit.rules.CandidateCounts;
import io.sallyport.auditstore.AuditStore;
import io.sallyport.auditstore.LogLines;
import io.sallyport.auditstore.StoreSettings;
import io.sallyport.control.calls.ReplayControl;
import io.sallyport.control.calls.ReplayControl.ReplayAnswer;
import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.control.replay.ReplayReport;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.ask.AskLimits;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.testkit.ManualClock;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A control API on loopback over a recording control and a real audit file. */
final class AdminFixture implements AutoCloseable, AfterEachCallback {
    static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    static final InetSocketAddress LOOPBACK = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    final RecordingControl control = new RecordingControl();
    final RecordingLeases leases = new RecordingLeases();
    final RecordingApprovals approvals = new RecordingApprovals();
    final RecordingTrials trials = new RecordingTrials();
    /** The lines that documents were asked about. */
    final List<List<String>> replayed = new ArrayList<>();

    final ReplayControl replays = new ReplayControl() {
        @Override
        public int maxRecords() {
            return 10;
        }

        @Override
        public CompletionStage<ReplayAnswer> replay(SandboxId id, SandboxDocuments documents, List<String> lines) {
            replayed.add(lines);
            return CompletableFuture.completedStage(new ReplayAnswer.Replayed(new ReplayReport(1), 4));
        }
    };
    final RecordingHistory past = new RecordingHistory();
    final CandidateCounts candidates = new CandidateCounts();
    final RecordingSkills skills = new RecordingSkills();
    final RecordingWorkspaces workspaces = new RecordingWorkspaces();
    final ManualClock clock = new ManualClock(NOON);
    final SandboxRegistry sandboxes = new SandboxRegistry();
    final List<String> missing = new ArrayList<>();
    final Path auditFile;
    final JsonLinesLog audit;
    final @Nullable AuditStore store;
    final AdminServer server;
    final HeldRequests asks = new HeldRequests(AskLimits.DEFAULT, clock);
    final HttpClient client = HttpClient.newHttpClient();

    /** Returns one for a field with {@code @RegisterExtension}: it lasts as long as the test. */
    static AdminFixture ofTheTest() {
        try {
            return new AdminFixture(Files.createTempDirectory("admin"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        close();
        Path folder = Objects.requireNonNull(auditFile.getParent());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    AdminFixture(Path folder) throws IOException {
        this(folder, AdminLimits.DEFAULTS);
    }

    AdminFixture(Path folder, AdminLimits limits) throws IOException {
        this(folder, settings(limits), null);
    }

    AdminFixture(Path folder, AdminSettings settings) throws IOException {
        this(folder, settings, null);
    }

    /** Returns one whose audit log can be asked by a store; the caller closes it. */
    static AdminFixture withStore(Path folder) throws IOException {
        return new AdminFixture(folder, settings(AdminLimits.DEFAULTS), folder.resolve("store"));
    }

    private static AdminSettings settings(AdminLimits limits) {
        return new AdminSettings(
                LOOPBACK,
                null,
                Set.of("admin.test"),
                new ProxyUrls(
                        "http://127.0.0.1:3128",
                        Map.of(),
                        "socks5h://127.0.0.1:1080",
                        Map.of(new SandboxId("sb-socks"), "socks5h://127.0.0.1:1081"),
                        null),
                "http://sallyport.internal/fetch",
                limits,
                IdentityIssuers.none());
    }

    private AdminFixture(Path folder, AdminSettings settings, @Nullable Path storeFolder) throws IOException {
        auditFile = folder.resolve("audit.jsonl");
        audit = JsonLinesLog.open(auditFile, AuditSettings.DEFAULTS, clock, clock);
        store = storeFolder == null
                ? null
                : AuditStore.start(
                        new StoreSettings(
                                storeFolder, StoreSettings.DEFAULT_KEEP_AGE, StoreSettings.DEFAULT_KEEP_BYTES, 0),
                        LogLines.of(auditFile),
                        clock);
        var parts = new AdminParts(
                control,
                past,
                leases,
                skills,
                workspaces,
                approvals,
                trials,
                replays,
                candidates,
                AdminTokens.of(
                        Arrays.stream(Role.values()).map(AdminFixture::token).toList()),
                audit,
                audit,
                store,
                _ -> "sallyport_up 1\n",
                () -> missing.stream()
                        .map(name -> new ReadinessCheck(name, name + " is missing"))
                        .toList(),
                clock,
                clock,
                sandboxes,
                desk(),
                asks,
                RecordingHistory::tunnels,
                List::of,
                List::of,
                List.of(
                        new ConfiguredValue("admin.listen", "127.0.0.1:3129", "gateway.yaml:2"),
                        new ConfiguredValue("arcp.url", null, "gateway.yaml:3"),
                        new ConfiguredValue("state", "in the home folder", null)),
                null);
        server = AdminServer.start(settings, parts, new ListeningSockets());
    }

    GuardDesk desk() {
        return new GuardDesk(new Guard(ClosedPaths.of(ClosedPaths.BY_DEFAULT)), audit::nextId, clock, clock);
    }

    private static Token token(Role role) {
        return new Token(role.word() + "-name", role, Sha256.hexOf(secret(role)));
    }

    static String secret(Role role) {
        return "token-of-" + role.word() + "-0123456789abcdef0123456789abcdef";
    }

    static String bearer(Role role) {
        return "Authorization: Bearer " + secret(role) + "\r\n";
    }

    URI uri(String target) {
        return URI.create("http://127.0.0.1:" + server.address().getPort() + target);
    }

    HttpResponse<String> call(Role role, String method, String target, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(target))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + secret(role));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<String> get(String target) throws IOException, InterruptedException {
        return call(Role.OPERATOR, "GET", target, "");
    }

    HttpResponse<String> post(String target, String body) throws IOException, InterruptedException {
        return call(Role.OPERATOR, "POST", target, body);
    }

    HttpResponse<String> delete(String target) throws IOException, InterruptedException {
        return call(Role.OPERATOR, "DELETE", target, "");
    }

    HttpResponse<String> put(String target, String body, String... headers) throws IOException, InterruptedException {
        return call(Role.OPERATOR, "PUT", target, body, headers);
    }

    Socket connect() throws IOException {
        Socket socket = new Socket(LOOPBACK.getAddress(), server.address().getPort());
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** Sends {@code text} on a connection of its own and gives what comes until the server closes it. */
    String raw(String text) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The same for one that would be kept: the request asks for the end itself. */
    String rawAndClose(String method, String target, String headers) throws IOException {
        return raw(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + bearer(Role.OPERATOR)
                + "Connection: close\r\n" + headers + "\r\n");
    }

    /** Returns the current audit records, one JSON object each. */
    List<String> records() throws IOException {
        audit.close();
        return Files.readAllLines(auditFile);
    }

    static int status(String response) {
        return Integer.parseInt(response.substring("HTTP/1.1 ".length(), "HTTP/1.1 ".length() + 3));
    }

    /** How many answers a connection got. */
    static int answers(String responses) {
        return responses.toLowerCase(Locale.ROOT).split("http/1.1 [1-5]", -1).length - 1;
    }

    @Override
    public void close() {
        client.close();
        server.close();
        if (store != null) {
            store.close();
        }
        audit.close();
    }
}
