package io.sallyport.configuration.key;

import org.jspecify.annotations.Nullable;

/**
 * One key of the configuration, declared once: the reader of the file, the page {@code docs/configuration.md} and the
 * JSON Schema are all derived from it. Immutable.
 *
 * @param path dotted path; {@code *} stands for a name that the operator chooses
 * @param byDefault null if there is none, or if it is determined at start
 * @param shown the default, for people
 * @param sentence what the key does
 */
public record Key<T>(
        String path, Kind kind, Form<T> form, @Nullable T byDefault, String shown, String sentence) {
    /** The structure of a key's value. */
    public enum Kind {
        VALUE,
        /** A list of values. */
        LIST,
        /** Values under names that the operator chooses. */
        MAP
    }

    public String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
