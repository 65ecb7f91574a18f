/**
 * Counts of what each rule decided, or would have decided. Start at {@link io.sallyport.audit.rules.RuleCounts}.
 */
@NullMarked
package io.sallyport.audit.rules;

import org.jspecify.annotations.NullMarked;
