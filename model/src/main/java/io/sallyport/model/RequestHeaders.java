package io.sallyport.model;

import java.util.List;

/**
 * What policy may ask of a request beside its canonical form. It is no part of that form: a verdict that rests on it is
 * not remembered. Immutable.
 */
public interface RequestHeaders {
    /** {@link #bodyBytes} where the body's length is not known beforehand. */
    long UNKNOWN_LENGTH = -1;

    /** Of a request that has none. */
    RequestHeaders EMPTY = new RequestHeaders() {
        @Override
        public List<String> names() {
            return List.of();
        }

        @Override
        public List<String> values(String name) {
            return List.of();
        }

        @Override
        public long bodyBytes() {
            return 0;
        }
    };

    /** The names that are there, in lower case, each once. */
    List<String> names();

    /** The values of {@code name}, which is in lower case, in the order in which they were sent. */
    List<String> values(String name);

    /** Content-Length, 0 where there is no body, or {@link #UNKNOWN_LENGTH}. */
    long bodyBytes();
}
