package io.sallyport.proxy.listener;

import java.util.Arrays;

/**
 * The fields of one HTTP/2 field section, pseudo-fields among them, in the order in which they came; nothing is checked
 * yet (RFC 9113 section 8.3). Confined to its event loop.
 */
public final class FieldSection {
    private static final int FIRST_CAPACITY = 16;

    private String[] names = new String[FIRST_CAPACITY];
    private String[] values = new String[FIRST_CAPACITY];
    private int size;

    /** Appends a field as it came. */
    public void add(String name, String value) {
        if (size == names.length) {
            names = Arrays.copyOf(names, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        names[size] = name;
        values[size++] = value;
    }

    int size() {
        return size;
    }

    String name(int index) {
        return names[index];
    }

    String value(int index) {
        return values[index];
    }

    boolean isPseudo(int index) {
        return names[index].startsWith(":");
    }

    /** How many fields stand before the first that is no pseudo-field. */
    int pseudoFields() {
        int count = 0;
        while (count < size && isPseudo(count)) {
            count++;
        }
        return count;
    }
}
