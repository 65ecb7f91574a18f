package io.sallyport.egress.http;

import java.time.Duration;

/**
 * Bounds of connections that wait for another request.
 *
 * @param each to one target for one sandbox, from 0
 * @param all together, from 0; over it the one that waits longest is closed
 * @param idle how long one waits
 * @param age how long one is used at all, so that names and rules of addresses are looked at anew
 */
public record KeptLimits(int each, int all, Duration idle, Duration age) {}
