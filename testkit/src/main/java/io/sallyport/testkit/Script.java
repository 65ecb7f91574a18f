package io.sallyport.testkit;

/** What an origin answers; called on the connection's event loop, so it must not block (see {@link Answer.Later}). */
@FunctionalInterface
public interface Script {
    Answer answer(Received request);

    /** Whether it answers when the head is there, rather than when the body has ended. */
    default boolean answersAtHead() {
        return false;
    }

    /** {@code script}, asked as soon as the head is there. What still comes of the body is read and counted. */
    static Script atHead(Script script) {
        return new Script() {
            @Override
            public Answer answer(Received request) {
                return script.answer(request);
            }

            @Override
            public boolean answersAtHead() {
                return true;
            }
        };
    }
}
