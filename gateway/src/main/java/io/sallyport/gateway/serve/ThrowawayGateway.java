package io.sallyport.gateway.serve;

import io.sallyport.admin.AdminInMemory;
import io.sallyport.admin.AdminParts;
import io.sallyport.admin.AdminSettings;
import io.sallyport.admin.AdminTokens;
import io.sallyport.admin.Role;
import io.sallyport.admin.health.Readiness;
import io.sallyport.admin.proxy.ProxyUrls;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.configuration.Config;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.PolicyControl;
import io.sallyport.control.store.FormedStore;
import io.sallyport.control.store.Secrets;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.gateway.metrics.DoorCounts;
import io.sallyport.gateway.telemetry.RecordContext;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.intercept.SandboxCa;
import io.sallyport.proxy.intercept.ServerTls;
import io.sallyport.proxy.listener.Http2Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Policy and control API of an unreachable gateway, entirely in memory, for {@link WarmUp}. Confined to its thread. */
final class ThrowawayGateway implements AutoCloseable {
    private static final SandboxId NOBODY = new SandboxId("warm-up");
    private static final String SANDBOX = "/v1/sandboxes/" + NOBODY.text();
    private static final long CALL_SECONDS = 60;
    private final SandboxRegistry registry;
    private final JsonLinesLog audit;
    private final AdminInMemory admin;
    private final CaRegistry cas;
    private final @Nullable TlsInMemory tls;

    private ThrowawayGateway(
            SandboxRegistry registry,
            JsonLinesLog audit,
            AdminInMemory admin,
            CaRegistry cas,
            @Nullable TlsInMemory tls) {
        this.registry = registry;
        this.audit = audit;
        this.admin = admin;
        this.cas = cas;
        this.tls = tls;
    }

    static ThrowawayGateway open(Config.Intercept intercept, CompiledPolicies policies)
            throws IOException, StartException, StateException {
        var cas = new CaRegistry(FormedStore.sealed(), new SecureRandom(), InstantSource.system());
        ServerTls tls =
                intercept.on() ? GatewayParts.tls(cas, GatewayParts.provider(intercept), Http2Limits.DEFAULT) : null;
        var registry = new SandboxRegistry();
        var audit = ThrowawayControl.audit();
        var traffic = new CountingAuditLog(audit, DoorCounts.unread(), RecordContext.NONE);
        var guard = new Guard(ClosedPaths.of(ClosedPaths.BY_DEFAULT), new SkillRegistry(), CheckSettings.BY_DEFAULT);
        PolicyControl control = ThrowawayControl.load(policies, registry, cas, traffic, guard);
        String token = Secrets.token();
        var parts = new AdminParts(
                control,
                control.history(),
                control.leases(),
                control.skills(),
                control.workspaces(),
                control.approvals(),
                control.trials(),
                control.replays(),
                traffic.candidates().counts(),
                AdminTokens.of(List.of(new AdminTokens.Token("warm-up", Role.OPERATOR, Sha256.hexOf(token)))),
                audit,
                audit,
                null,
                _ -> "",
                Readiness.of(List.of()),
                InstantSource.system(),
                System::nanoTime,
                registry,
                new GuardDesk(guard, audit::nextId, InstantSource.system(), System::nanoTime),
                HeldRequests.none(),
                _ -> List.of(),
                List::of,
                List::of,
                List.of(),
                null);
        var settings = AdminSettings.of(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), ProxyUrls.of("http://localhost:1"))
                .withFetchUrl("http://localhost:1/");
        return new ThrowawayGateway(
                registry,
                audit,
                AdminInMemory.open(settings, parts, token),
                cas,
                tls == null ? null : new TlsInMemory(tls));
    }

    /**
     * Runs one sandbox from creation to removal. Returns the status of its creation; documents that the operator's
     * settings refuse still warm up the code that they reach.
     */
    int use(String body) throws InterruptedException {
        int created = call("PUT", body);
        call("GET", "");
        Sandbox sandbox = registry.find(NOBODY);
        if (sandbox != null) {
            decide(sandbox);
            shakeHands();
            call("DELETE", "");
        }
        return created;
    }

    private int call(String method, String body) throws InterruptedException {
        Integer status = admin.call(method, SANDBOX, body, CALL_SECONDS);
        if (status == null || status >= 500) {
            throw new IllegalStateException(method + " was answered " + status);
        }
        return status;
    }

    private void shakeHands() throws InterruptedException {
        SandboxCa ca = cas.find(NOBODY);
        if (tls == null || ca == null || !(CanonicalHost.parse("warm.test") instanceof Parsed.Accepted(var name))) {
            return;
        }
        if (!tls.handshake(ca, name)) {
            throw new IllegalStateException("a handshake under a CA of our own failed");
        }
        tls.forget(NOBODY);
    }

    private static void decide(Sandbox sandbox) {
        for (String url : List.of("https://warm.test/v1/x", "http://a.warm.test/a/x/b", "https://cold.test/")) {
            if (CanonicalUrl.parse(url, Dialect.WIRE) instanceof Canonicalized.Accepted(var read)) {
                var get = CanonicalRequest.fetch(read.scheme(), read.host(), read.port(), read.path());
                sandbox.policy().current().decide(CanonicalRequest.connect(read.scheme(), read.host(), read.port()));
                sandbox.policy().current().decide(get.withMethod("POST"));
            }
        }
    }

    @Override
    public void close() {
        if (tls != null) {
            tls.close();
        }
        admin.close();
        audit.close();
    }
}
