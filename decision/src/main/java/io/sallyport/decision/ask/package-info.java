/**
 * Requests that wait for a person's answer, and what was approved. What refuses a request for good, and whether it may
 * wait, the policies and checks say.
 */
@NullMarked
package io.sallyport.decision.ask;

import org.jspecify.annotations.NullMarked;
