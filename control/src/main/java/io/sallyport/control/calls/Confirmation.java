package io.sallyport.control.calls;

/**
 * How far a change of a sandbox has come.
 *
 * @param gateways that have it in force, this one among them
 * @param of gateways that were there when it was made
 */
public record Confirmation(int gateways, int of) {}
