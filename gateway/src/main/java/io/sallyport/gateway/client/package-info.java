/** Speaks to the control API of a running gateway. Start at {@link io.sallyport.gateway.client.AdminClient}. */
@NullMarked
package io.sallyport.gateway.client;

import org.jspecify.annotations.NullMarked;
