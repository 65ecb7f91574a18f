package io.sallyport.proxy.enforce.own;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.WebReport;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.listener.RequestHead;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What answers requests under a name of the gateway's own by itself, and keeps the record of each. Safe for concurrent
 * use.
 */
@FunctionalInterface
public interface OwnEndpoint {
    /** Where nothing answers. */
    OwnEndpoint NONE = (_, _, _) -> null;

    /**
     * Judges a head, of whose body nothing has been read; returns at once. Null where there is nothing that answers.
     *
     * @param policies of the sandbox that asks
     * @param request the head in canonical form
     */
    @Nullable
    Judged begin(PolicyChain policies, CanonicalRequest request, RequestHead head);

    /**
     * As {@link #begin(PolicyChain, CanonicalRequest, RequestHead)}, of a request of a model.
     *
     * @param report what its record says of it as well, and whether it is refused
     */
    default @Nullable Judged begin(PolicyChain policies, CanonicalRequest request, RequestHead head, WebReport report) {
        return begin(policies, request, head);
    }

    /**
     * Whether what policy lets pass to a host outside is this endpoint's to answer, too: tunnels there are opened, and
     * nothing is sent to the host but what the endpoint sends. For endpoints of models.
     */
    default boolean answersFor(CanonicalHost host) {
        return false;
    }

    /** One request. Confined to the event loop of its connection; whatever is asked of it returns at once. */
    sealed interface Judged {
        /** How long its answer may take to begin. */
        default Duration maxWait() {
            return Duration.ofMinutes(2);
        }

        /** Its client has left before the answer began; what runs for it may end. */
        default void left() {}
    }

    /** Its body is not wanted. */
    @FunctionalInterface
    non-sealed interface Turned extends Judged {
        /**
         * Asked once.
         *
         * @param answered told why, once that is recorded; called on any thread
         */
        void answer(Consumer<OwnReply> answered);
    }

    /** Its body is to be read; then one of {@link #ask}, {@link #tooLarge} and {@link #givenUp} is called, once. */
    non-sealed interface Admitted extends Judged {
        /** The most bytes of its body. */
        int maxBodyBytes();

        /**
         * Does what the body asks for.
         *
         * @param answered called on any thread
         */
        void ask(byte[] body, Consumer<OwnReply> answered);

        /**
         * The body is longer than {@link #maxBodyBytes}.
         *
         * @param answered told so, once that is recorded; called on any thread
         */
        void tooLarge(Consumer<OwnReply> answered);

        /** The body never became whole, which the proxy records. */
        void givenUp();
    }
}
