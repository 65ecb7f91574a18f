/** Writes conditions of grants in the form that the policy library reads. */
@NullMarked
package io.sallyport.policycompiler.condition;

import org.jspecify.annotations.NullMarked;
