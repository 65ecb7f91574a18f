/** Metrics and spans sent to a collector by OTLP. Start at {@link io.sallyport.gateway.telemetry.OtlpExports}. */
@NullMarked
package io.sallyport.gateway.telemetry;

import org.jspecify.annotations.NullMarked;
