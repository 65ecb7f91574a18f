package io.sallyport.decision.rates;

import java.util.Map;

/**
 * Whose request it is, and where it goes. Immutable.
 *
 * @param family the id of the sandbox without parent that the sandbox descends from, itself where it has none
 * @param host canonical
 * @param labels of the sandbox
 * @param model that is asked, by the name that the sandbox uses; empty for other requests
 */
public record RateSubject(String family, String host, Map<String, String> labels, String model) {
    /** Creates the subject of a request that is none of a model. */
    public RateSubject(String family, String host, Map<String, String> labels) {
        this(family, host, labels, "");
    }
}
