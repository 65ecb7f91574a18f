/** What policies let through: proofs, and the difference of two. */
@NullMarked
package io.sallyport.cli.policy.reach;

import org.jspecify.annotations.NullMarked;
