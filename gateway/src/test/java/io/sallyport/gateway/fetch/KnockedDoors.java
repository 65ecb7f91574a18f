package io.sallyport.gateway.fetch;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.decision.Check;
import io.sallyport.decision.Door;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.WebReport;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.guard.QuestionBatch;
import io.sallyport.decision.ledger.BudgetHolds;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.http.KeptConnections;
import io.sallyport.fetch.file.ClientCertificates;
import io.sallyport.fetch.file.FilePolicy;
import io.sallyport.fetch.file.FileUrl;
import io.sallyport.fetch.sandbox.FilesOfSandbox;
import io.sallyport.fetch.sandbox.PolicyOfSandbox;
import io.sallyport.fetch.url.Allowlist;
import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.inference.PriceTable;
import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Question;
import io.sallyport.model.RateLimits;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.models.BackendAccess;
import io.sallyport.models.ModelHandler;
import io.sallyport.models.ModelLimits;
import io.sallyport.models.ModelResources;
import io.sallyport.models.ModelRoutes;
import io.sallyport.models.PromptRecording;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.ConnectionPermit;
import io.sallyport.proxy.enforce.HostExceptions;
import io.sallyport.proxy.enforce.OwnEndpoints;
import io.sallyport.proxy.enforce.RequestPath;
import io.sallyport.proxy.enforce.RequestSource;
import io.sallyport.proxy.enforce.own.RecentRefusals;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.identity.Identities;
import io.sallyport.proxy.identity.IdentityEvidence;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.intercept.TunnelProtocols;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ViaName;
import io.sallyport.proxy.telemetry.RequestTracing;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** All doors of a gateway, as they are built, before one sandbox; no socket. */
final class KnockedDoors {
    private static final InstantSource NOON = InstantSource.fixed(Instant.parse("2030-01-01T12:00:00Z"));
    private static final RateLimits ONE =
            RateLimits.NONE.and(new RateLimits(RateLimits.NONE_OF_IT, 1, RateLimits.NONE_OF_IT));
    private static final String PIN = "#sha256=" + "0".repeat(64);

    private final Sandbox sandbox;
    private final GuardDesk desk = new GuardDesk(
            new Guard(
                    ClosedPaths.of(List.of("**/.ssh")),
                    new SkillRegistry(),
                    new CheckSettings(
                            Map.of(CapabilityName.TOOL_CALL, ONE, CapabilityName.NET_FETCH, ONE),
                            RateLimits.NONE,
                            false)),
            () -> "q",
            NOON,
            () -> 0L);

    KnockedDoors(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    /**
     * What becomes of an operation at {@code door}, as a reason; at doors that look at names, of one that {@code posed}
     * is against.
     */
    ReasonCode knock(Door door, Check posed) {
        String host = posed == Check.HELD ? "sallyport.internal" : "a.test";
        return switch (door) {
            case REQUEST -> settled("GET", "http://a.test/x", "a.test");
            case TUNNEL, TCP_TUNNEL -> settled("CONNECT", "a.test:443", "a.test:443");
            case OWN_CALL -> settled("POST", "http://sallyport.internal/v1/check", "sallyport.internal");
            case OWN_PAGE -> settled("GET", "http://sallyport.internal/v1/whoami", "sallyport.internal");
            case QUESTION -> question("t");
            case MODEL -> model();
            case FILE -> file("https://" + host + "/f" + PIN);
            case SKILL -> skill("https://" + host + "/acme/skills/tree/main/rust" + PIN);
            case TRIAL -> tried();
        };
    }

    /** Asks the guard so often that its rates are used up. */
    void useUpRates() {
        question("t");
        ruled("{\"net\":{\"url\":\"http://a.test/x\"}}");
    }

    private ReasonCode settled(String method, String target, String host) {
        var path = new RequestPath(
                new Identities(List.of((_, _) -> new IdentityEvidence.Names(sandbox, IdentityKind.TOKEN))),
                new Unwritten(),
                new RecentRefusals(),
                _ -> null,
                NOON,
                () -> 0L,
                TunnelProtocols.HTTP_1_AND_2,
                HostExceptions.NONE,
                ApiServers.NONE,
                SandboxKeys.NONE,
                OwnEndpoints.NONE,
                FindingPolicy.off(),
                new ViaName("sallyport"),
                HeldRequests.none(),
                RequestTracing.OFF);
        HeaderFields fields = method.equals("POST")
                ? HeaderFields.of("Host", host, "Content-Length", "2")
                : HeaderFields.of("Host", host);
        var head = new RequestHead(method, target, 1, fields);
        return switch (path.settle(head, new RequestSource.OnListener(Peer.ANYBODY), new ConnectionPermit())) {
            case Action.Refuse refuse -> refuse.refusal().reason();
            case Action.AnswerOwn own -> own.status() == 200 ? ReasonCode.GATEWAY_OWN : ReasonCode.INTERNAL_ERROR;
            case Action.Check _, Action.Ask _ -> ReasonCode.GATEWAY_OWN;
            case Action.Tunnel _, Action.Forward _ -> ReasonCode.GRANTED;
            case Action.AwaitBudget _ -> ReasonCode.STATE_UNAVAILABLE;
            case Action.Hold hold -> hold.approval().expired().refusal().reason();
            case Action.ReadBody _ -> ReasonCode.UNREADABLE;
        };
    }

    private ReasonCode question(String tool) {
        return ruled("{\"tool\":\"" + tool + "\"}");
    }

    private ReasonCode ruled(String question) {
        return desk.read(sandbox, IdentityKind.RUNNER, question.getBytes(StandardCharsets.UTF_8))
                        instanceof QuestionBatch sitting
                ? sitting.next().decision().reason()
                : ReasonCode.MALFORMED_REQUEST;
    }

    /** Of a model that no backend serves: what lets it pass finds none. */
    private ReasonCode model() {
        var audit = new Unwritten();
        Dialer none = (_, _, _, _) -> {
            throw new IllegalStateException("nothing is dialled");
        };
        var resources = new ModelResources(
                new ModelRoutes(List.of(), () -> 0L),
                (_, _) -> BackendAccess.NONE,
                none,
                () -> {
                    throw new IllegalStateException("nothing is dialled");
                },
                new KeptConnections(ModelLimits.DEFAULT.idle(), () -> 0L),
                new PriceTable(List.of()),
                new BudgetHolds(() -> 0L),
                ModelLimits.DEFAULT,
                List.of(),
                PromptRecording.NONE,
                audit,
                NOON,
                () -> 0L);
        CanonicalUrl url = ((Canonicalized.Accepted<CanonicalUrl>)
                        CanonicalUrl.parse("http://inference.sallyport.internal/v1/completions", Dialect.DOCUMENT))
                .value();
        CanonicalRequest request =
                CanonicalRequest.http(url.scheme(), url.host(), url.port(), "POST", url.path(), url.query());
        try (var handler = new ModelHandler(resources)) {
            switch (handler.judge(PolicyChain.of(sandbox), request, RequestHeaders.EMPTY, WebReport.NONE)) {
                case ModelHandler.Turned turned -> turned.answer(_ -> {});
                case ModelHandler.Admitted admitted ->
                    admitted.ask("{\"model\":\"m\",\"prompt\":\"\"}".getBytes(StandardCharsets.UTF_8), _ -> {});
            }
            ReasonCode reason = audit.first.join();
            return reason == ReasonCode.MODEL_NOT_FOUND ? ReasonCode.GRANTED : reason;
        }
    }

    private ReasonCode file(String url) {
        var files = new FilesOfSandbox(
                sandbox, UrlSearch.OFF, ClientCertificates.NONE, true, new Allowlist(List.of(), Forges.PUBLIC));
        return FileUrl.parse(url) instanceof FileUrl.Accepted(var file)
                ? switch (files.judge(file.url())) {
                    case FilePolicy.Admitted _ -> ReasonCode.GRANTED;
                    case FilePolicy.Turned(var refused) -> refused.reason();
                }
                : ReasonCode.MALFORMED_REQUEST;
    }

    private ReasonCode skill(String text) {
        return SkillUrl.parse(text) instanceof SkillUrl.Accepted(var url)
                ? switch (new PolicyOfSandbox(sandbox, UrlSearch.OFF).judge(url).verdict()) {
                    case Verdict.Pass _ -> ReasonCode.GRANTED;
                    case Verdict.Refuse why -> why.reason();
                }
                : ReasonCode.MALFORMED_REQUEST;
    }

    private ReasonCode tried() {
        PolicyChain policies = PolicyChain.of(sandbox);
        Question question = ((Canonicalized.Accepted<CanonicalAction>)
                        CanonicalAction.parse(CapabilityName.TOOL_CALL, "t", null))
                .value();
        return policies.admit(Operation.tried(question.host(), () -> policies.ask(policy -> policy.decide(question))))
                .decision()
                .reason();
    }

    /** Takes every record, and keeps the reason of the first. */
    private static final class Unwritten implements AuditLog {
        final CompletableFuture<ReasonCode> first = new CompletableFuture<>();

        @Override
        public String nextId() {
            return "a";
        }

        @Override
        public boolean isAccepting() {
            return true;
        }

        @Override
        public void append(AuditEvent record, Executor executor, Written written) {
            first.complete(record.reason());
            executor.execute(() -> written.ended(true));
        }

        @Override
        public void append(AuditEvent record) {
            // nobody reads it
        }
    }
}
