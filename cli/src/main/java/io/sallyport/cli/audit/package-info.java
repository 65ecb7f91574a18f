/** {@code audit}: what stands in the audit log, and whether it is as it was written. */
@NullMarked
package io.sallyport.cli.audit;

import org.jspecify.annotations.NullMarked;
