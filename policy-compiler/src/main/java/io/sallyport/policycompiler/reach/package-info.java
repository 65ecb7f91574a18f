/** Which requests documents let through, as sets that are computed and not sampled. */
@NullMarked
package io.sallyport.policycompiler.reach;

import org.jspecify.annotations.NullMarked;
