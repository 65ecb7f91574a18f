package io.sallyport.proxy.listener;

import org.jspecify.annotations.Nullable;

/** Reads the field section that ends a stream (RFC 9113 section 8.1): fields alone, no pseudo-field. */
public final class StreamTrailers {
    private StreamTrailers() {}

    /** The trailers, or null where the section is malformed. */
    public static @Nullable HeaderFields read(FieldSection section) {
        HeaderFields fields = new HeaderFields();
        for (int i = 0; i < section.size(); i++) {
            if (FieldRules.fault(section.name(i), section.value(i)) != null) {
                return null;
            }
            fields.add(section.name(i), section.value(i));
        }
        return fields;
    }
}
