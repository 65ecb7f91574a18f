package io.sallyport.leasebridge.network;

import io.sallyport.model.Grant;

/**
 * A deny rule. It covers the requests that a grant with the same words would cover; no grant opens them then.
 *
 * @param covered named such as {@code policy:github.endpoints[0].deny_rules[0]}
 */
public record Denial(Grant.Net covered) {}
