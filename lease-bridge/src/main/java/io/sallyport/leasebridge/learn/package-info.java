/**
 * Derives from traffic the least document that admits it. Start at {@link
 * io.sallyport.leasebridge.learn.LearnedDocument}.
 */
@NullMarked
package io.sallyport.leasebridge.learn;

import org.jspecify.annotations.NullMarked;
