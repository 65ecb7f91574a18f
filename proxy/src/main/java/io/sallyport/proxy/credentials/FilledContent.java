package io.sallyport.proxy.credentials;

import io.sallyport.model.ReasonCode;

/** What came of filling the body of a request, or a message of a WebSocket. */
public sealed interface FilledContent {
    /** It has no placeholder. */
    FilledContent UNCHANGED = new Unchanged();

    /** It has no placeholder. */
    record Unchanged() implements FilledContent {}

    /** It has values in the place of placeholders, for the last hop alone. */
    final class Filled implements FilledContent {
        private final byte[] bytes;

        Filled(byte[] bytes) {
            this.bytes = bytes;
        }

        /** What is sent; nobody changes it. */
        public byte[] bytes() {
            return bytes;
        }

        /** Without the values. */
        @Override
        public String toString() {
            return "Filled[" + bytes.length + " bytes]";
        }
    }

    /** It cannot be sent: a placeholder has no place there, or no value. */
    record Refused(ReasonCode reason) implements FilledContent {}
}
