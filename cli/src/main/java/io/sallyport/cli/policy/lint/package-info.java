/** Findings of {@code policy lint}, and how they are printed. */
@NullMarked
package io.sallyport.cli.policy.lint;

import org.jspecify.annotations.NullMarked;
