package io.sallyport.apiservers;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Texts that must not stand in a log, each as it is, as part of a URL, and each line of several by itself. Immutable.
 */
final class LogSecrets {
    /** Shorter ones stand in any text: taking {@code 1} out of a log would leave no log. */
    private static final int MIN_LENGTH = 4;

    private final List<byte[]> forms;
    private final boolean[] begins = new boolean[256]; // by first byte: most bytes of a log begin none

    private LogSecrets(List<byte[]> forms) {
        this.forms = forms;
        forms.forEach(form -> begins[form[0] & 0xff] = true);
    }

    /** What of {@code texts} is long enough to be found. */
    static LogSecrets of(Collection<String> texts) {
        return new LogSecrets(texts.stream()
                .flatMap(text -> Stream.concat(Stream.of(text), text.lines()))
                .flatMap(text -> Stream.of(text, URLEncoder.encode(text, StandardCharsets.UTF_8)))
                .filter(text -> text.length() >= MIN_LENGTH)
                .distinct()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    /** The length of the longest that begins at {@code from}, or 0. */
    int lengthAt(byte[] bytes, int from, int to) {
        int longest = 0;
        for (byte[] form : candidates(bytes[from])) {
            if (form.length > longest && common(form, bytes, from, to) == form.length) {
                longest = form.length;
            }
        }
        return longest;
    }

    /** Whether what stands from {@code from} to {@code to} could become one, or a longer one, if more came. */
    boolean mayBegin(byte[] bytes, int from, int to) {
        int held = to - from;
        for (byte[] form : candidates(bytes[from])) {
            if (form.length > held && common(form, bytes, from, to) == held) {
                return true;
            }
        }
        return false;
    }

    private List<byte[]> candidates(byte first) {
        return begins[first & 0xff] ? forms : List.of();
    }

    private static int common(byte[] form, byte[] bytes, int from, int to) {
        int most = Math.min(form.length, to - from);
        for (int at = 0; at < most; at++) {
            if (form[at] != bytes[from + at]) {
                return at;
            }
        }
        return most;
    }

    /** How many, and no more. */
    @Override
    public String toString() {
        return "Secrets[" + forms.size() + "]";
    }
}
