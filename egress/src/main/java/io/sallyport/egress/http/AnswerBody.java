package io.sallyport.egress.http;

import java.util.Arrays;

/** The body of one answer, collected in one array that never exceeds the maximum length. Confined to one thread. */
final class AnswerBody {
    private final int most;
    private byte[] bytes = {};
    private int length;

    /** @param most the announced or maximum length; the caller adds no more than this */
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

    /** Returns the whole body; without a copy if it has the announced length. */
    byte[] whole() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
