/**
 * What is counted and measured of a gateway, as meters of Micrometer. Start at {@link
 * io.sallyport.gateway.metrics.GatewayMetrics}.
 */
@NullMarked
package io.sallyport.gateway.metrics;

import org.jspecify.annotations.NullMarked;
