/** What the proxy measures of its traffic, and the traces of requests. */
@NullMarked
package io.sallyport.proxy.telemetry;

import org.jspecify.annotations.NullMarked;
