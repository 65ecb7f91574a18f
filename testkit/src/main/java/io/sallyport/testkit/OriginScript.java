package io.sallyport.testkit;

/**
 * Answers the requests to an origin; called on the connection's event loop, so it must not block (see {@link
 * Answer.Later}).
 */
@FunctionalInterface
public interface OriginScript {
    Answer answer(ReceivedRequest request);

    /** Returns whether it answers at the head instead of after the body. */
    default boolean answersAtHead() {
        return false;
    }

    /** Returns {@code script}, called as soon as the head has arrived. The body is still read and counted. */
    static OriginScript atHead(OriginScript script) {
        return new OriginScript() {
            @Override
            public Answer answer(ReceivedRequest request) {
                return script.answer(request);
            }

            @Override
            public boolean answersAtHead() {
                return true;
            }
        };
    }
}
