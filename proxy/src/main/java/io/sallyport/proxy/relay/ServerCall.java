package io.sallyport.proxy.relay;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.FilledHead;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.enforce.server.ApiServers.Found;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.message.ExchangeFailure;
import io.sallyport.proxy.relay.message.ServerHop;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The API server of one call: how it is asked, and whether it is to blame for what became of the call. Confined to its
 * event loop.
 */
final class ServerCall {
    /** How long after a connection is gone it may take to be known that the server has ended. */
    private static final Duration KNOWN_AFTER = Duration.ofSeconds(1);

    /** What the end of a server looks like to its callers. */
    private static final Set<ReasonCode> SIGNS = EnumSet.of(
            ReasonCode.CONNECT_FAILED, ReasonCode.CONNECT_TIMEOUT, ReasonCode.UPSTREAM_CLOSED, ReasonCode.IDLE_TIMEOUT);

    private final ApiServers servers;
    private final AllowedRequest passage;
    private final AuditDraft draft;
    private final SweepTimer timer = new SweepTimer();
    private @Nullable ExchangeFailure loss;

    private ServerCall(ApiServers servers, AllowedRequest passage, AuditDraft draft) {
        this.servers = servers;
        this.passage = passage;
        this.draft = draft;
    }

    /** The call that a request is, or null where it is none. */
    static @Nullable ServerCall of(ApiServers servers, AllowedRequest passage, AuditDraft draft) {
        return passage.request().scheme() == Scheme.API ? new ServerCall(servers, passage, draft) : null;
    }

    /** How it goes on to its server, or why it does not. */
    ChosenHop begin(RequestHead head, CredentialScope scope) {
        return switch (found()) {
            case Found.Up up -> ask(up, head, scope);
            case Found.Down down -> new ChosenHop.Failed(ended(down));
            case Found.Unknown _ ->
                new ChosenHop.Failed(new ExchangeFailure(ReasonCode.LOCAL_NAME, "no API server of this sandbox"));
        };
    }

    private ChosenHop ask(Found.Up up, RequestHead head, CredentialScope scope) {
        return switch (FilledHead.of(head, scope)) {
            case FilledHead.Unresolved _, FilledHead.Unavailable _ ->
                new ChosenHop.Failed(new ExchangeFailure(ReasonCode.CREDENTIAL_UNRESOLVED, null));
            case FilledHead.Untouched _ -> new ChosenHop.Through(new ServerHop(up, null, draft.auditId()));
            case FilledHead.Filled(FilledHead filled) ->
                new ChosenHop.Through(new ServerHop(up, filled, draft.auditId()));
        };
    }

    private Found found() {
        CanonicalRequest call = passage.request();
        return servers.call(passage.sandbox().id(), call.host(), call.port());
    }

    private ExchangeFailure ended(Found.Down down) {
        draft.serverIs(down.state());
        return new ExchangeFailure(
                ReasonCode.API_SERVER_DOWN,
                "API server " + down.name() + " does not run any more, and its run has failed",
                null);
    }

    private Found.@Nullable Down behind(ExchangeFailure how) {
        return SIGNS.contains(how.reason()) && found() instanceof Found.Down down ? down : null;
    }

    /** Why the call fails that fails like that: its server has ended, where that is behind it. */
    ExchangeFailure cause(ExchangeFailure how) {
        Found.Down down = behind(how);
        return down == null ? how : ended(down);
    }

    /** Whether it has to be waited for what became of the server, since the connection is gone like that. */
    boolean waits(ExchangeFailure how) {
        if (behind(how) != null) {
            return false;
        }
        loss = how;
        timer.restart();
        return true;
    }

    boolean isLost() {
        return loss != null;
    }

    /** How the connection was lost, once it is known whether the server has ended; null until then. */
    @Nullable
    ExchangeFailure settled(long nowNanos) {
        ExchangeFailure how = loss;
        boolean isKnown = how != null && (behind(how) != null || timer.hasPassed(KNOWN_AFTER.toNanos(), nowNanos));
        return isKnown ? how : null;
    }
}
