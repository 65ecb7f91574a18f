/** The proxy as its clients meet it: on sockets, with a judge for a policy. */
@NullMarked
package io.sallyport.proxy;

import org.jspecify.annotations.NullMarked;
