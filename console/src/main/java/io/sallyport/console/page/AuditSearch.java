package io.sallyport.console.page;

import io.sallyport.console.session.FormFields;

/**
 * What the audit page asks for. An empty text matches all.
 *
 * @param filter as of the live page
 * @param text a part of the host, the path or the rule
 * @param cursor where the page begins; empty for the newest record
 */
public record AuditSearch(LiveFilter filter, String run, String rule, String text, String cursor) {
    /** Reads the query of the page. */
    public static AuditSearch of(FormFields query) {
        return new AuditSearch(
                LiveFilter.of(query), query.text("run"), query.text("rule"), query.text("text"), query.text("cursor"));
    }

    /** Returns the parameters of {@code GET /v1/audit}, beginning with {@code &}; empty if they match all. */
    public String query() {
        return matching() + LiveFilter.pair("cursor", cursor);
    }

    /** Returns the same without the place in the pages. */
    public String matching() {
        return filter.query()
                + LiveFilter.pair("run", run)
                + LiveFilter.pair("rule", rule)
                + LiveFilter.pair("text", text);
    }

    /** Returns the query of the page that begins at {@code next}. */
    String at(String next) {
        return "cursor=" + LiveFilter.escaped(next) + matching();
    }
}
