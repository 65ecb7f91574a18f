/** What benchmarks need from the internals of the policy compiler. */
@NullMarked
package io.sallyport.policycompiler;

import org.jspecify.annotations.NullMarked;
