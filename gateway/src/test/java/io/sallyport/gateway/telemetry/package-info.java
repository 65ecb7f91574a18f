@NullMarked
package io.sallyport.gateway.telemetry;

import org.jspecify.annotations.NullMarked;
