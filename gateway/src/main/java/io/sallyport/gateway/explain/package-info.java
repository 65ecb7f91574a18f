/** What the gateway answers a sandbox that asks why a request of its own is decided as it is. */
@NullMarked
package io.sallyport.gateway.explain;

import org.jspecify.annotations.NullMarked;
