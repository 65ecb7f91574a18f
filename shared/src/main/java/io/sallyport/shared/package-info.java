/**
 * Counters that several gateways share, in Redis or Valkey: the store of slices of {@link
 * io.sallyport.decision.ledger.Ledger}. Start at {@link io.sallyport.shared.SharedCounters}; what the store does, it
 * does in one script for each step.
 */
@NullMarked
package io.sallyport.shared;

import org.jspecify.annotations.NullMarked;
