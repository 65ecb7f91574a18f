/** The limits of a lease beyond its end and its number of uses. */
@NullMarked
package io.sallyport.leasebridge.limit;

import org.jspecify.annotations.NullMarked;
