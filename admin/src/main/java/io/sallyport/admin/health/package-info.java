/** Probes: the listener without tokens, and the checks of readiness. */
@NullMarked
package io.sallyport.admin.health;

import org.jspecify.annotations.NullMarked;
