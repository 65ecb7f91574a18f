package io.sallyport.fetch;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.BodyFault;
import io.sallyport.web.Reply;
import io.sallyport.web.WebCall;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** A fetch by the listener of its own, whose body comes in. */
record ListenerCall(FetchHandler handler, FetchRun run, AcceptedAnswer accepted) implements WebCall {
    @Override
    public SandboxId owner() {
        return run.sandbox();
    }

    @Override
    public int maxBodyBytes() {
        return FetchBody.MAX_BYTES;
    }

    @Override
    public Reply refuse(BodyFault fault) {
        return switch (fault) {
            case TOO_LARGE -> refused(FetchRefusal.TOO_LARGE);
            case NO_ROOM, TOO_MANY_CONNECTIONS -> refused(FetchRefusal.TOO_BUSY);
            case LATE -> new Reply.Cut();
        };
    }

    private Reply refused(FetchRefusal refused) {
        return new Reply.One(FetchListenerEndpoint.recorded(handler, new FetchDoor.Turned(refused, run, null)));
    }

    @Override
    public Reply answer(ByteBuffer body) {
        byte[] bytes = new byte[body.remaining()];
        body.get(bytes);
        var told = new CompletableFuture<OwnReply>();
        handler.fetch(run, bytes, accepted, answer -> told.complete(FetchReplies.of(answer)));
        return new Reply.One(told);
    }
}
