package io.sallyport.fetch;

import io.sallyport.decision.AddressLimit;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.Endpoint;
import io.sallyport.web.HeadFault;
import io.sallyport.web.HeadVerdict;
import io.sallyport.web.WebRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * The fetch endpoint as its own listener serves it: what is asked of a head beside what every door asks is the path,
 * and how often nobody knows who it is. Confined to the event loop.
 */
final class FetchListenerEndpoint implements Endpoint {
    /** Of an address that shows no token. */
    static final int MAX_PER_MINUTE = 120;

    private static final String FETCH = "/fetch";
    private static final String HEALTH = "/healthz";

    private final FetchDoor door;
    private final FetchHandler handler;
    private final AddressLimit guesses;
    private final AddressLimit healthChecks;

    FetchListenerEndpoint(FetchDoor door, FetchHandler handler, LongSupplier nanoClock) {
        this.door = door;
        this.handler = handler;
        this.guesses = new AddressLimit(nanoClock, MAX_PER_MINUTE);
        this.healthChecks = new AddressLimit(nanoClock, MAX_PER_MINUTE);
    }

    @Override
    public HeadVerdict judge(WebRequest request) {
        String path = path(request.target());
        if (path.equals(HEALTH)) {
            return health(request);
        }
        FetchDoor.Judged judged = path.equals(FETCH)
                ? door.judge(request.method(), request.headers())
                : new FetchDoor.Turned(FetchRefusal.NOT_FOUND, null, null);
        return switch (judged) {
            case FetchDoor.Admitted(var run, var accepted) ->
                new HeadVerdict.Admitted(new ListenerCall(handler, run, accepted));
            case FetchDoor.Turned turned when turned.run() == null && !isAdmitted(guesses, request) -> tooMany();
            case FetchDoor.Turned turned -> refused(turned);
        };
    }

    private HeadVerdict health(WebRequest request) {
        if (!isAdmitted(healthChecks, request)) {
            return tooMany();
        }
        return request.method().equals("GET")
                ? HeadVerdict.now(FetchReplies.health())
                : refused(new FetchDoor.Turned(FetchRefusal.METHOD_NOT_ALLOWED, null, "GET"));
    }

    private static boolean isAdmitted(AddressLimit limit, WebRequest request) {
        return limit.admits(request.peer().getAddress());
    }

    private HeadVerdict tooMany() {
        return refused(new FetchDoor.Turned(FetchRefusal.TOO_MANY_GUESSES, null, null));
    }

    private HeadVerdict refused(FetchDoor.Turned turned) {
        return new HeadVerdict.Answered(recorded(handler, turned), false);
    }

    @Override
    public CompletionStage<OwnReply> refuse(WebRequest request, HeadFault fault) {
        FetchRefusal refused = switch (fault) {
            case MALFORMED -> FetchRefusal.malformed(400, "malformed request");
            case LINE_TOO_LONG, FIELDS_TOO_LONG, TOO_MANY_FIELDS ->
                FetchRefusal.malformed(431, "request head too large");
            case OTHER_VERSION -> FetchRefusal.malformed(505, "HTTP version not supported");
            case OTHER_CODING -> FetchRefusal.malformed(400, "Transfer-Encoding is not exactly \"chunked\"");
        };
        return recorded(handler, new FetchDoor.Turned(refused, null, null));
    }

    /** The answer to what was turned away, once its record was taken. */
    static CompletionStage<OwnReply> recorded(FetchHandler handler, FetchDoor.Turned turned) {
        var told = new CompletableFuture<OwnReply>();
        handler.refuse(turned.run(), turned.refused(), _ -> told.complete(FetchReplies.of(turned)));
        return told;
    }

    /** Of an absolute-form target what follows its authority (RFC 9112 section 3.2.2). */
    private static String path(String target) {
        if (target.startsWith("http://")) {
            int slash = target.indexOf('/', "http://".length());
            return slash < 0 ? "" : target.substring(slash);
        }
        return target;
    }
}
