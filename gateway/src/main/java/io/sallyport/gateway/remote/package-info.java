/** Bundles of guardrails at servers: the one that is followed, and the one that names it. */
@NullMarked
package io.sallyport.gateway.remote;

import org.jspecify.annotations.NullMarked;
