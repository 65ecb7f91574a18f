package io.sallyport.decision.secrets;

import io.sallyport.findings.ExemptText;
import io.sallyport.model.message.Inquiry;
import io.sallyport.model.message.RequestHeaders;

/**
 * What is done about secrets that no rule asks for, and the search for them. Safe for concurrent use.
 *
 * @param bodies whether {@code ENFORCE} looks into bodies too, and into messages that a WebSocket sends
 */
public record FindingPolicy(FindingMode mode, boolean bodies, RequestSearch search) {
    /** Returns what looks for forms of tokens where a rule reads them; the first call makes the search. */
    public static FindingPolicy off() {
        return new FindingPolicy(FindingMode.OFF, false, RequestSearch.forms());
    }

    /** Returns whether bodies and messages are looked into though no rule reads them. */
    public boolean readsBodies() {
        return mode == FindingMode.ENFORCE && bodies;
    }

    /** Returns whether secrets are looked for though no rule reads them. */
    public boolean searches() {
        return mode != FindingMode.OFF;
    }

    /** Returns the headers of a request in which this is looked for, once. */
    public RequestHeaders searched(RequestHeaders head, ExemptText exempt) {
        return head.searchedBy(new SearchOnce(search, exempt));
    }

    /** Returns a question, where this is looked for in a request that it asks about, once. */
    public Inquiry searched(Inquiry inquiry) {
        return inquiry.searchedBy(new SearchOnce(search, ExemptText.NONE));
    }

    /** Returns what is looked for in URLs that the gateway itself asks for. */
    public UrlSearch inUrls() {
        return new UrlSearch(mode, searched(RequestHeaders.EMPTY, ExemptText.NONE));
    }
}
