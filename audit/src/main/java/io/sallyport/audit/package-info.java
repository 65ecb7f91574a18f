/**
 * One record for every request, the refused ones too. Start at {@link io.sallyport.audit.AuditLog}.
 */
@NullMarked
package io.sallyport.audit;

import org.jspecify.annotations.NullMarked;
