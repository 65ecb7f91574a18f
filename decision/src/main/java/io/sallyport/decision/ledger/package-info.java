/**
 * The one ledger of budgets: what each sandbox may spend in each currency, and what is left of it. Amounts are exact
 * decimals, charged atomically to a sandbox and to all its ancestors. Start at {@link
 * io.sallyport.decision.ledger.Account}.
 */
@NullMarked
package io.sallyport.decision.ledger;

import org.jspecify.annotations.NullMarked;
