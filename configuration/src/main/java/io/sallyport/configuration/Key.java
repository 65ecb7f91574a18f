package io.sallyport.configuration;

import org.jspecify.annotations.Nullable;

/**
 * One key of the configuration, declared once: what reads the file, the page {@code docs/configuration.md} and the JSON Schema
 * are made of this. Immutable.
 *
 * @param path with dots; {@code *} stands for a name of the operator's own
 * @param byDefault null where none is, or where it is found at the start
 * @param shown the default, for people
 * @param sentence what it does
 */
record Key<T>(
        String path, Kind kind, Form<T> form, @Nullable T byDefault, String shown, String sentence) {
    /** What stands under a key. */
    enum Kind {
        VALUE,
        /** Values, one below the other. */
        LIST,
        /** Values under names of the operator's own. */
        MAP
    }

    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
