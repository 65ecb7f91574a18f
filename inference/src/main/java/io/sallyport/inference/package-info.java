/**
 * The forms of model APIs: which call a request is, what it asks for, what its answer used, and the same in another
 * API's form. Bytes in, values out: nothing here opens a socket, waits or judges. Start at {@link
 * io.sallyport.inference.ModelEndpoint} and {@link io.sallyport.inference.ModelRequest}.
 */
@NullMarked
package io.sallyport.inference;

import org.jspecify.annotations.NullMarked;
