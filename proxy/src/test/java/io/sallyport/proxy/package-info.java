/** The proxy from the view of its clients: over sockets, with a judge in place of a policy. */
@NullMarked
package io.sallyport.proxy;

import org.jspecify.annotations.NullMarked;
