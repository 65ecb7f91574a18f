/**
 * Where secrets come from, how they are held, and how they stay fresh. Which sandbox may use which secret is decided
 * elsewhere. Start at {@link io.sallyport.credentials.LiveSecrets}.
 */
@NullMarked
package io.sallyport.credentials;

import org.jspecify.annotations.NullMarked;
