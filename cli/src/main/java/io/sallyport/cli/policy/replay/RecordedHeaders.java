package io.sallyport.cli.policy.replay;

import io.sallyport.model.message.RequestHeaders;
import java.util.List;

/** The headers of a recorded request: none is known, and there may be a body. */
enum RecordedHeaders implements RequestHeaders {
    UNKNOWN;

    /** Returns what is known of a request. */
    static RequestHeaders of(boolean isBodyless) {
        return isBodyless ? EMPTY : UNKNOWN;
    }

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
        return UNKNOWN_LENGTH;
    }
}
