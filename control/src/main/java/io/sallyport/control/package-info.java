/**
 * Changes of policy: compiled first, then written to the state, then put in force by swapping one reference, in order
 * of arrival. Start at {@link io.sallyport.control.PolicyControl}.
 */
@NullMarked
package io.sallyport.control;

import org.jspecify.annotations.NullMarked;
