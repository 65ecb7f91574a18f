package io.sallyport.proxy.credentials;

import io.sallyport.proxy.listener.HeaderFields;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The forms of a body in which a value has a place that nothing else is written in. */
public enum ContentForm {
    /** RFC 8259, by {@code application/json} or a type with {@code +json} (RFC 6839, section 3.1). */
    JSON,
    /** {@code application/x-www-form-urlencoded} (WHATWG URL, section 5). */
    FORM;

    /** The form that a head says its body has; null where it is another, is said twice, or is below a coding. */
    public static @Nullable ContentForm of(HeaderFields fields) {
        String type = fields.first("Content-Type");
        if (type == null || fields.count("Content-Type") != 1 || fields.count("Content-Encoding") != 0) {
            return null;
        }
        String essence = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (essence.equals("application/json") || essence.endsWith("+json")) {
            return JSON;
        }
        return essence.equals("application/x-www-form-urlencoded") ? FORM : null;
    }
}
