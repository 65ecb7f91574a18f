/** Calls of remote procedures that requests carry. */
@NullMarked
package io.sallyport.model.rpc;

import org.jspecify.annotations.NullMarked;
