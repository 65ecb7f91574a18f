package io.sallyport.model.condition;

/**
 * A parameter that the query of a request must have. Immutable.
 *
 * @param name decoded, case-sensitive
 * @param of how many of its values must match
 * @param re2 an anchored expression over one decoded value
 */
public record ParameterCondition(String name, Quantifier of, String re2) {}
