/**
 * The audit log: one record for every request, including refused ones. Start at {@link io.sallyport.audit.AuditLog}.
 */
@NullMarked
package io.sallyport.audit;

import org.jspecify.annotations.NullMarked;
