package io.sallyport.leasebridge.network;

import io.sallyport.model.Grant;

/**
 * What a deny rule covers: the requests that a grant of the same words would cover, and that no grant opens then.
 *
 * @param covered named as {@code policy:github.endpoints[0].deny_rules[0]}
 */
public record Denial(Grant.Net covered) {}
