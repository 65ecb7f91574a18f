package io.sallyport.console.page;

import io.sallyport.console.session.FormFields;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Which records are shown; an empty text matches all. */
public record LiveFilter(String sandbox, String verdict, String reason, String host) {
    public static LiveFilter of(FormFields query) {
        return new LiveFilter(query.text("sandbox"), query.text("verdict"), query.text("reason"), query.text("host"));
    }

    /** Returns the filter as a query, beginning with {@code &}; empty if it matches all. */
    public String query() {
        return pair("sandbox", sandbox) + pair("verdict", verdict) + pair("reason", reason) + pair("host", host);
    }

    /** Returns one parameter of a query, beginning with {@code &}; empty without a value. */
    static String pair(String name, String value) {
        return value.isEmpty() ? "" : "&" + name + "=" + escaped(value);
    }

    /** Returns a text as it stands in a query. */
    public static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
