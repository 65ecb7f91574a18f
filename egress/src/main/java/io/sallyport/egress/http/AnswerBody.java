package io.sallyport.egress.http;

import java.util.Arrays;

/** The body of one answer as it comes, in one array that is no longer than it may become. Confined to its thread. */
final class AnswerBody {
    private final int most;
    private byte[] bytes = {};
    private int length;

    /** @param most as long as it was said to be, or may be: nothing more is added */
    AnswerBody(long most) {
        this.most = Math.toIntExact(most);
    }

    void add(byte[] part) {
        int wanted = length + part.length;
        if (wanted > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(most, Math.max(wanted, 2L * bytes.length)));
        }
        System.arraycopy(part, 0, bytes, length, part.length);
        length = wanted;
    }

    int length() {
        return length;
    }

    /** All of it; no copy where it is as long as it was said to be. */
    byte[] whole() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
