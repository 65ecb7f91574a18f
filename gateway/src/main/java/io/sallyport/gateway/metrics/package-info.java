/** The metrics of a gateway, as Micrometer meters. Start at {@link io.sallyport.gateway.metrics.GatewayMetrics}. */
@NullMarked
package io.sallyport.gateway.metrics;

import org.jspecify.annotations.NullMarked;
