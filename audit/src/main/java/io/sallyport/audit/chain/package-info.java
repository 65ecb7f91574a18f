/** The hash chain of the audit log: how lines are sealed, taken up again after a restart, and verified. */
@NullMarked
package io.sallyport.audit.chain;

import org.jspecify.annotations.NullMarked;
