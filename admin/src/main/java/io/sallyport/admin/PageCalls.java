package io.sallyport.admin;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.decision.AddressLimit;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.Reply;
import io.sallyport.web.WebRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The control API for pages in this process. A call of a page passes the same checks of role, form and condition as one
 * that comes by the network, and leaves the same record, with the token's name. Confined to the event loop.
 */
public final class PageCalls {
    /** Limit of logins per minute and address that begin at a provider. */
    static final int MAX_LOGINS = 60;

    private final FrontDoor door;
    private final Gate gate;
    private final CallRecords records;
    private final AddressLimit logins;

    /** @param logins limits how often an address begins a login at a provider */
    PageCalls(FrontDoor door, Gate gate, CallRecords records, AddressLimit logins) {
        this.door = door;
        this.gate = gate;
        this.records = records;
        this.logins = logins;
    }

    /** The result of a login. */
    public sealed interface Login {}

    /** The token is one of the gateway's. */
    public record LoggedIn(Caller caller) implements Login {}

    /** The token is not, or too many wrong ones came from the address. */
    public record NotLoggedIn(Problem problem) implements Login {}

    /**
     * One call.
     *
     * @param target path and query
     * @param ifMatch the condition, or null for none
     * @param isCreation whether it is refused if something is there already ({@code If-None-Match: *})
     * @param body JSON; empty for none
     */
    public record PageCall(
            String method, String target, @Nullable String ifMatch, boolean isCreation, String body) {
        /** A call that changes what is there, or reads. */
        public PageCall(String method, String target, @Nullable String ifMatch, String body) {
            this(method, target, ifMatch, false, body);
        }

        /** Returns a PUT of what is not there yet. */
        public static PageCall create(String target, String body) {
            return new PageCall("PUT", target, null, true, body);
        }

        /** Returns a call that reads. */
        public static PageCall get(String target) {
            return new PageCall("GET", target, null, "");
        }
    }

    /** Returns whether the listener uses TLS. */
    public boolean isTls() {
        return gate.isTls();
    }

    /** Returns the recorded refusal of a request whose {@code Host} or {@code Origin} is not ours; else empty. */
    public Optional<CompletionStage<OwnReply.Whole>> misdirected(WebRequest request) {
        return gate.misdirected(request)
                .map(refused -> records.atDoor(Settled.refused(refused.problem(), refused.reason()), null, request));
    }

    /** Returns the recorded refusal of a request whose {@code Host} is not ours, wherever it comes from; else empty. */
    public Optional<CompletionStage<OwnReply.Whole>> misnamed(WebRequest request) {
        return gate.misnamed(request)
                .map(refused -> records.atDoor(Settled.refused(refused.problem(), refused.reason()), null, request));
    }

    /** Returns whether the address may begin one more login at a provider in this minute. */
    public boolean mayBeginLogin(WebRequest request) {
        return logins.admits(request.peer().getAddress());
    }

    /** Records that a person logged in at a provider. */
    public CompletionStage<OwnReply.Whole> loggedIn(Caller person, WebRequest request) {
        return records.atDoor(Settled.done(OwnReply.nothing(), -1), person, request);
    }

    /** Records that a login at a provider failed, and why. */
    public CompletionStage<OwnReply.Whole> notLoggedIn(Problem problem, WebRequest request) {
        return records.atDoor(Settled.refused(problem, ReasonCode.NO_IDENTITY), null, request);
    }

    /** Returns whose token it is, once that is recorded. Wrong tokens count as those of the API do. */
    public CompletionStage<Login> login(String token, WebRequest request) {
        return switch (gate.presented(token, request.peer())) {
            case Gate.Admitted(var caller) ->
                records.atDoor(Settled.done(OwnReply.nothing(), -1), caller, request)
                        .thenApply(_ -> new LoggedIn(caller));
            case Gate.Refused(var problem, var reason) ->
                records.atDoor(Settled.refused(problem, reason), null, request)
                        .thenApply(_ -> new NotLoggedIn(problem));
        };
    }

    /** Records that a caller ended a session. */
    public CompletionStage<OwnReply.Whole> loggedOut(Caller caller, WebRequest request) {
        return records.atDoor(Settled.done(OwnReply.nothing(), -1), caller, request);
    }

    /** Records and returns the refusal of a form that no page of the caller's session made. */
    public CompletionStage<OwnReply.Whole> forged(Caller caller, WebRequest request) {
        Problem problem = Problem.of(403, "FORM_REFUSED", "the form is not one of this session");
        return records.atDoor(Settled.refused(problem, ReasonCode.AUTHORITY_MISMATCH), caller, request);
    }

    /**
     * Makes a call for the caller.
     *
     * @param asked the request of the page, for its record and its event loop
     */
    public Reply call(Caller caller, PageCall call, WebRequest asked) {
        byte[] body = call.body().getBytes(StandardCharsets.UTF_8);
        HttpRequest head =
                new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(call.method()), call.target());
        head.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        if (call.ifMatch() != null) {
            head.headers().set(HttpHeaderNames.IF_MATCH, call.ifMatch());
        }
        if (call.isCreation()) {
            head.headers().set(HttpHeaderNames.IF_NONE_MATCH, "*");
        }
        var inside = new WebRequest(head, asked.local(), asked.peer(), asked.startNanos(), asked.loop());
        return door.call(caller, inside, ByteBuffer.wrap(body).asReadOnlyBuffer());
    }
}
