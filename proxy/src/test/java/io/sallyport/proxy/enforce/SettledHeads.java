package io.sallyport.proxy.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.enforce.own.RecentRefusals;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.identity.Identities;
import io.sallyport.proxy.identity.IdentitySource;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.identity.ProxyCredentials;
import io.sallyport.proxy.identity.WrongTokens;
import io.sallyport.proxy.intercept.SandboxCa;
import io.sallyport.proxy.intercept.TunnelProtocols;
import io.sallyport.proxy.listener.GuessLimits;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ViaName;
import io.sallyport.proxy.support.RecordingAudit;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.proxy.telemetry.RequestTracing;
import io.sallyport.testkit.ManualClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs heads through the request path of one sandbox, {@code sb-1}, which may do everything; without sockets. */
abstract class SettledHeads {
    static final RequestSource ON_LISTENER = new RequestSource.OnListener(Peer.ANYBODY);

    final ManualClock clock = new ManualClock(Instant.parse("2030-01-01T00:00:00Z"));
    final TestSandboxes sandboxes = new TestSandboxes(clock);
    final RecordingAudit audit = new RecordingAudit();
    final Map<SandboxId, SandboxCa> cas = new HashMap<>();
    final RequestPath path =
            path(List.of(new ProxyCredentials(sandboxes, new WrongTokens(GuessLimits.DEFAULT, clock))));
    final List<CanonicalRequest> judged = new ArrayList<>();
    final Sandbox sandbox = sandboxes.add("sb-1", TestSandboxes.allowing(judged::add));
    final ConnectionPermit seat = new ConnectionPermit();

    /** Returns a path that identifies sandboxes by {@code witnesses}. */
    final RequestPath path(List<IdentitySource> witnesses) {
        return new RequestPath(
                new Identities(witnesses),
                audit,
                new RecentRefusals(),
                cas::get,
                clock,
                clock,
                TunnelProtocols.NONE,
                HostExceptions.NONE,
                ApiServers.NONE,
                SandboxKeys.NONE,
                OwnEndpoints.NONE,
                FindingPolicy.off(),
                new ViaName("sallyport"),
                HeldRequests.none(),
                RequestTracing.OFF);
    }

    final Action settle(String method, String target, String... fields) {
        return path.settle(head(method, target, fields), ON_LISTENER, seat);
    }

    static RequestHead head(String method, String target, String... fields) {
        String[] all = new String[fields.length + 2];
        System.arraycopy(fields, 0, all, 2, fields.length);
        all[0] = "Proxy-Authorization";
        all[1] = "Bearer token-sb-1";
        return new RequestHead(method, target, 1, HeaderFields.of(all));
    }

    static ReasonCode reason(Action action) {
        assertThat(action).isInstanceOf(Action.Refuse.class);
        return ((Action.Refuse) action).refusal().reason();
    }

    static AuditEvent record(Action action) {
        return action.draft().record(ReasonCode.GRANTED, 200, 1, 2, 0, null);
    }
}
