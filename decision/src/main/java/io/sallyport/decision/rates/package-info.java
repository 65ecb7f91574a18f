/** The rates that the operator names and guardrails attach to requests. Knows nothing of policies. */
@NullMarked
package io.sallyport.decision.rates;

import org.jspecify.annotations.NullMarked;
