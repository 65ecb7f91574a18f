/** Derives from refused requests the smallest grants that would permit them. Puts nothing in force. */
@NullMarked
package io.sallyport.leasebridge.suggest;

import org.jspecify.annotations.NullMarked;
