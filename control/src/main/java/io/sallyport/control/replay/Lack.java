package io.sallyport.control.replay;

import java.util.Locale;

/** What a policy comes to and a record does not hold. */
public enum Lack {
    QUERY,
    BODY,
    HEADERS,
    /** Who acts: the claims of an identity token, or the kind of the proof. */
    IDENTITY,
    /** The requests in a tunnel that was not opened. */
    TUNNEL,
    /** The request itself: the record counts refusals, or hides its path. */
    REQUEST;

    /** Returns the word in reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
