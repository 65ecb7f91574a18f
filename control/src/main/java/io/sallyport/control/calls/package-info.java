/**
 * The operations of the gateway's control: sandboxes, leases by id, guardrails, skills. The control API is one caller.
 */
@NullMarked
package io.sallyport.control.calls;

import org.jspecify.annotations.NullMarked;
