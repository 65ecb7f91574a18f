/** The fetch endpoint of a gateway, shared by all sandboxes; each has its own token, allowlist and count. */
@NullMarked
package io.sallyport.gateway.fetch;

import org.jspecify.annotations.NullMarked;
