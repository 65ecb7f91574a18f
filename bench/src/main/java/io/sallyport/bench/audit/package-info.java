/** Audit logs to measure with. */
@NullMarked
package io.sallyport.bench.audit;

import org.jspecify.annotations.NullMarked;
