package io.sallyport.proxy.listener;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The header fields of one message, in the order and the case in which they came. Names are tokens, values hold no
 * control characters but HTAB and no white space at their ends (RFC 9110 section 5). Confined to its event loop while
 * it is read, immutable afterwards.
 */
public final class HeaderFields {
    /** No field at all. */
    public static final HeaderFields NONE = new HeaderFields();

    private static final int FIRST_CAPACITY = 16;

    private String[] names = new String[FIRST_CAPACITY];
    private String[] values = new String[FIRST_CAPACITY];
    private int size;

    HeaderFields() {}

    /** Fields of names and values by turns; for those who build a head, not for those who read one. */
    public static HeaderFields of(String... namesAndValues) {
        HeaderFields fields = new HeaderFields();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }

    void add(String name, String value) {
        if (size == names.length) {
            names = Arrays.copyOf(names, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        names[size] = name;
        values[size++] = value;
    }

    /** These, and behind them the others. */
    public HeaderFields and(HeaderFields others) {
        HeaderFields both = new HeaderFields();
        for (HeaderFields part : List.of(this, others)) {
            for (int i = 0; i < part.size; i++) {
                both.add(part.names[i], part.values[i]);
            }
        }
        return both;
    }

    public int size() {
        return size;
    }

    public String name(int index) {
        return names[index];
    }

    public String value(int index) {
        return values[index];
    }

    /** The value of the first field of that name (any case), or null. */
    public @Nullable String first(String name) {
        for (int i = 0; i < size; i++) {
            if (names[i].equalsIgnoreCase(name)) {
                return values[i];
            }
        }
        return null;
    }

    /** How many fields bear that name (any case). */
    public int count(String name) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (names[i].equalsIgnoreCase(name)) {
                count++;
            }
        }
        return count;
    }

    /** Whether a comma-separated list of that name holds {@code token} (any case), in any of its fields. */
    public boolean lists(String name, String token) {
        for (int i = 0; i < size; i++) {
            if (names[i].equalsIgnoreCase(name) && Tokens.lists(values[i], token)) {
                return true;
            }
        }
        return false;
    }
}
