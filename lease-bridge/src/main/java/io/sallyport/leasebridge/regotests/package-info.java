/** Writes tests in Rego of the decision that a gateway compiles from a document. */
@NullMarked
package io.sallyport.leasebridge.regotests;

import org.jspecify.annotations.NullMarked;
