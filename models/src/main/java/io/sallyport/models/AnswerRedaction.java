package io.sallyport.models;

import java.io.OutputStream;

/** Takes a backend's key out of its answers. Safe for concurrent use. */
public interface AnswerRedaction {
    /** Where there is nothing to take out. */
    AnswerRedaction NONE = new AnswerRedaction() {
        @Override
        public String of(String value) {
            return value;
        }

        @Override
        public OutputStream over(OutputStream out) {
            return out;
        }
    };

    /** Returns a field's value without the key. */
    String of(String value);

    /**
     * Returns a stream that writes on what has no key in it; it keeps the beginning of what could be one back until
     * more comes or it is closed, which does not close {@code out}.
     */
    OutputStream over(OutputStream out);
}
