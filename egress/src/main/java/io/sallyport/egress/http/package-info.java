/**
 * The gateway's only outward HTTP client: HTTP/1.1 over the {@link io.sallyport.egress.Dialer}, one request after the
 * other, for threads that may block. It follows no redirect, accepts no content coding and sends no credentials of its
 * own. Start at {@link io.sallyport.egress.http.OutwardConnection}.
 */
@NullMarked
package io.sallyport.egress.http;

import org.jspecify.annotations.NullMarked;
