package io.sallyport.decision.secrets;

import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.SecretSearch;

/**
 * What is looked for, and what is done about what is found. Immutable.
 *
 * @param bodies whether {@code ENFORCE} looks into bodies too, and into messages that a WebSocket sends
 */
public record FindingSettings(FindingMode mode, boolean bodies, SecretSearch search) {
    /** Forms of tokens are looked for where a rule reads them. */
    public static final FindingSettings OFF = new FindingSettings(FindingMode.OFF, false, RequestSearch.FORMS);

    /** Returns whether bodies and messages are looked into though no rule reads them. */
    public boolean readsBodies() {
        return mode == FindingMode.ENFORCE && bodies;
    }

    /** Returns the headers of a request in which this is looked for, once. */
    public RequestHeaders searched(RequestHeaders head) {
        boolean usual = mode == FindingMode.OFF && search.equals(RequestSearch.FORMS);
        return usual ? head : head.searchedBy(new SearchOnce(search));
    }
}
