/**
 * Questions about leases in bulk: one question per line, one verdict per line. The answers come from the code that the
 * gateway runs for a sandbox: its compiled policy, its admission and its account. Start at {@link
 * io.sallyport.cli.lease.batch.LeaseBatch}.
 */
@NullMarked
package io.sallyport.cli.lease.batch;

import org.jspecify.annotations.NullMarked;
