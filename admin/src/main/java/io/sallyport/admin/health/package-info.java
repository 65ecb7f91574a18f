/** Probes: the listener without tokens, and what readiness is made of. */
@NullMarked
package io.sallyport.admin.health;

import org.jspecify.annotations.NullMarked;
