/** {@code audit}: shows the audit log and verifies that it is unchanged. */
@NullMarked
package io.sallyport.cli.audit;

import org.jspecify.annotations.NullMarked;
