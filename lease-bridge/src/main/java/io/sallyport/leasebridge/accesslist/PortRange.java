package io.sallyport.leasebridge.accesslist;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Ports from {@code first} to {@code last}, both included, 1 to 65535. */
record PortRange(int first, int last) {
    private static final int MAX = 65_535;
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,4})(?:-([1-9][0-9]{0,4}))?");

    static PortRange of(int port) {
        return new PortRange(port, port);
    }

    /** Reads {@code PORT} or {@code PORT-PORT}; null if it is neither. */
    static @Nullable PortRange read(String written) {
        Matcher form = FORM.matcher(written);
        if (!form.matches()) {
            return null;
        }
        int first = Integer.parseInt(form.group(1));
        int last = form.group(2) == null ? first : Integer.parseInt(form.group(2));
        return first <= last && last <= MAX ? new PortRange(first, last) : null;
    }

    boolean contains(int port) {
        return first <= port && port <= last;
    }

    boolean isOne() {
        return first == last;
    }
}
