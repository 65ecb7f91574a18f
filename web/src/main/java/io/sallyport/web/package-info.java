/**
 * The HTTP core of the gateway's own listeners: the control API, the probes and the fetch endpoint. It accepts
 * connections, limits what peers can hold, and writes answers; the served content comes from an {@link
 * io.sallyport.web.Endpoint}. Start at {@link io.sallyport.web.WebServer}, then read {@code Connection}.
 */
@NullMarked
package io.sallyport.web;

import org.jspecify.annotations.NullMarked;
