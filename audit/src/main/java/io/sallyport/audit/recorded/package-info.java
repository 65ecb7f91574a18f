/** Reads records of a log back, to compare what was decided with what another policy says. */
@NullMarked
package io.sallyport.audit.recorded;

import org.jspecify.annotations.NullMarked;
