/** What the gateway itself answers at its own names, such as {@code sallyport.internal}; nothing of it is dialled. */
@NullMarked
package io.sallyport.proxy.enforce.own;

import org.jspecify.annotations.NullMarked;
