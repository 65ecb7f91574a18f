/** A client for the control API of a running gateway. Start at {@link io.sallyport.client.AdminClient}. */
@NullMarked
package io.sallyport.client;

import org.jspecify.annotations.NullMarked;
