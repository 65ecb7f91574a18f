/**
 * {@code input.net}: the request as policies see it. Begins with {@link io.sallyport.decision.net.NetInput}, which
 * knows what an evaluation came to.
 */
@NullMarked
package io.sallyport.decision.net;

import org.jspecify.annotations.NullMarked;
