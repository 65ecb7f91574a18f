/** {@code sallyport run}: one command behind a gateway of its own. Start at {@link io.sallyport.gateway.run.Run}. */
@NullMarked
package io.sallyport.gateway.run;

import org.jspecify.annotations.NullMarked;
