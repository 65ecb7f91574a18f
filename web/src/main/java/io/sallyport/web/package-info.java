/**
 * The HTTP core of the gateway's own listeners: the control API, the probes and the fetch endpoint. It takes connections,
 * bounds what peers can hold, and writes answers; what is served is an {@link io.sallyport.web.Endpoint}. Start at {@link
 * io.sallyport.web.WebServer}, then read {@code Connection}.
 */
@NullMarked
package io.sallyport.web;

import org.jspecify.annotations.NullMarked;
