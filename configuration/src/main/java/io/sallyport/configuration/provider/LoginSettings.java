package io.sallyport.configuration.provider;

import io.sallyport.proxy.credentials.BoundEndpoint;
import io.sallyport.proxy.credentials.EndpointBinding;

/**
 * A login that programs inside of a sandbox make themselves: where its tokens come from, and where they may go.
 * Immutable.
 *
 * @param name by which policies grant it
 * @param tokenUrl whose answers have tokens, and where alone refresh and id tokens may go
 * @param binding where access tokens may go beside, whatever is granted
 * @param requires whether another credential there is refused
 */
public record LoginSettings(String name, BoundEndpoint tokenUrl, EndpointBinding binding, boolean requires) {}
