package io.sallyport.shared;

/**
 * How far a change has come.
 *
 * @param gateways that have it in force, the one that was asked among them
 * @param of gateways that the store has heard of within the last seconds
 */
public record Confirmed(int gateways, int of) {}
