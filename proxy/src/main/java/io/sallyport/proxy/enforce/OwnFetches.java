package io.sallyport.proxy.enforce;

import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.proxy.listener.RequestHead;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What answers {@code http://sallyport.internal/fetch}, and keeps the record of each request there. Safe for concurrent
 * use.
 */
@FunctionalInterface
public interface OwnFetches {
    /** Bytes of a body. */
    int MAX_BODY_BYTES = 1 << 20;

    /** Where nothing is fetched. */
    OwnFetches NONE = (_, _) -> null;

    /**
     * Judges a head, of whose body nothing has been read; returns at once. Null where there is nothing that answers.
     */
    @Nullable
    Judged begin(SandboxId sandbox, RequestHead head);

    /** One request. Confined to the event loop of its connection; whatever is asked of it returns at once. */
    sealed interface Judged {}

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

    /** Its body is to be read; then exactly one of these is called, once. */
    non-sealed interface Admitted extends Judged {
        /**
         * Does what the body asks for.
         *
         * @param answered called on any thread
         */
        void fetch(byte[] body, Consumer<OwnReply> answered);

        /**
         * The body is longer than {@link #MAX_BODY_BYTES}.
         *
         * @param answered told so, once that is recorded; called on any thread
         */
        void tooLarge(Consumer<OwnReply> answered);

        /** The body never became whole, which the proxy records. */
        void givenUp();
    }
}
