/**
 * The one outward HTTP client: HTTP/1.1 over the {@link io.sallyport.egress.Dialer}, one request after the other, for
 * threads that may wait. It follows no redirect, takes no content coding and shows no credential of its own. Start at {@link
 * io.sallyport.egress.http.OutwardConnection}.
 */
@NullMarked
package io.sallyport.egress.http;

import org.jspecify.annotations.NullMarked;
