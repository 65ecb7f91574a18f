/** Tests of access lists of other products. */
@NullMarked
package io.sallyport.leasebridge.accesslist;

import org.jspecify.annotations.NullMarked;
