package io.sallyport.models;

/** What a backend wants to be shown, at one moment. */
public sealed interface BackendKey {
    /** Nothing. */
    BackendKey NONE = new None();

    /** Nothing is shown. */
    record None() implements BackendKey {}

    /**
     * A key.
     *
     * @param value visible text
     * @param redaction what takes it out of an answer, for one answer each
     */
    record Known(String value, AnswerRedaction redaction) implements BackendKey {
        /** Without the key. */
        @Override
        public String toString() {
            return "Known";
        }
    }

    /**
     * There is none now.
     *
     * @param why for operators, without any secret
     */
    record Unavailable(String why) implements BackendKey {}
}
