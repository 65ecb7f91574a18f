/** API servers beside the gateway, as the request path sees them. */
@NullMarked
package io.sallyport.proxy.enforce.server;

import org.jspecify.annotations.NullMarked;
