/** What benchmarks need of the policy compiler's inside. */
@NullMarked
package io.sallyport.policycompiler;

import org.jspecify.annotations.NullMarked;
