/**
 * Leases in bulk: one question a line, one verdict a line, each from what the gateway runs for a sandbox: its compiled
 * policy, its admission and its account. Start at {@link io.sallyport.cli.lease.batch.LeaseBatch}.
 */
@NullMarked
package io.sallyport.cli.lease.batch;

import org.jspecify.annotations.NullMarked;
