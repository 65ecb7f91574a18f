/**
 * Changes of policy: compiled aside, written to the state, then put in force by one pointer move, in the order in which
 * they arrived. Start at {@link io.sallyport.control.PolicyControl}.
 */
@NullMarked
package io.sallyport.control;

import org.jspecify.annotations.NullMarked;
