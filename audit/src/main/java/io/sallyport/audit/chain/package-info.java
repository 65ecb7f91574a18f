/** The hash chain of the audit log: sealing lines, continuing after a restart, and verification. */
@NullMarked
package io.sallyport.audit.chain;

import org.jspecify.annotations.NullMarked;
