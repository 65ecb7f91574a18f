package io.sallyport.decision.rates;

import java.util.Map;

/**
 * Whose request it is, and where it goes. Immutable.
 *
 * @param family the id of the sandbox without parent that the sandbox descends from, itself where it has none
 * @param host canonical
 * @param labels of the sandbox
 */
public record RateSubject(String family, String host, Map<String, String> labels) {}
