/** The fetch endpoint of a gateway: one door for all sandboxes, each with its own token, allowlist and count. */
@NullMarked
package io.sallyport.gateway.fetch;

import org.jspecify.annotations.NullMarked;
