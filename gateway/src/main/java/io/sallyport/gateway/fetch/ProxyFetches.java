package io.sallyport.gateway.fetch;

import io.sallyport.decision.PolicyChain;
import io.sallyport.egress.share.SharedPermits;
import io.sallyport.fetch.AcceptedAnswer;
import io.sallyport.fetch.FetchDoor;
import io.sallyport.fetch.FetchHandler;
import io.sallyport.fetch.FetchReplies;
import io.sallyport.fetch.FetchRun;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import io.sallyport.proxy.listener.RequestHead;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The fetch endpoint behind the proxy. The proxy identifies the sandbox by its connection, and the fetch token must
 * belong to the same sandbox: neither is enough alone. Safe for concurrent use.
 */
final class ProxyFetches implements OwnEndpoint {
    /**
     * A body with a declared length up to this needs no permit: all connections of a sandbox together hold few such
     * bytes.
     */
    private static final int SHORT_BODY_BYTES = 16 << 10;

    /** Limit of longer bodies being read. */
    private static final int MAX_BODIES = 256;

    private static final int MAX_BODIES_EACH = 64;

    private final FetchDoor door;
    private final FetchHandler handler;
    private final SharedPermits bodies = new SharedPermits(MAX_BODIES_EACH, MAX_BODIES);

    ProxyFetches(FetchDoor door, FetchHandler handler) {
        this.door = door;
        this.handler = handler;
    }

    @Override
    public Judged begin(PolicyChain policies, CanonicalRequest request, RequestHead head) {
        // The proxy has already refused any head with ambiguous framing.
        return switch (door.judge(head.method(), head, policies.sandbox().id())) {
            case FetchDoor.Turned turned -> turnAway(turned);
            case FetchDoor.Admitted(FetchRun run, AcceptedAnswer accepted) -> admit(run, accepted, head.bodyBytes());
        };
    }

    private Turned turnAway(FetchDoor.Turned turned) {
        return answered ->
                handler.refuse(turned.run(), turned.refused(), _ -> answered.accept(FetchReplies.of(turned)));
    }

    private Judged admit(FetchRun run, AcceptedAnswer accepted, long bytes) {
        boolean isShort = bytes != RequestHeaders.UNKNOWN_LENGTH && bytes <= SHORT_BODY_BYTES;
        SharedPermits.Slot place = isShort ? null : bodies.take(run.sandbox());
        return isShort || place != null
                ? new Asked(handler, run, accepted, place)
                : turnAway(new FetchDoor.Turned(FetchRefusal.TOO_BUSY, run, null));
    }

    /** @param place permit held while the body is read; null if it needs none */
    private record Asked(
            FetchHandler handler, FetchRun run, AcceptedAnswer accepted, SharedPermits.@Nullable Slot place)
            implements Admitted {
        @Override
        public int maxBodyBytes() {
            return FetchDoor.MAX_BODY_BYTES;
        }

        @Override
        public void ask(byte[] body, Consumer<OwnReply> answered) {
            leave();
            handler.fetch(run, body, accepted, answer -> answered.accept(FetchReplies.of(answer)));
        }

        @Override
        public void tooLarge(Consumer<OwnReply> answered) {
            leave();
            handler.refuse(run, FetchRefusal.TOO_LARGE, answer -> answered.accept(FetchReplies.of(answer)));
        }

        @Override
        public void givenUp() {
            leave();
        }

        private void leave() {
            if (place != null) {
                place.release();
            }
        }
    }
}
