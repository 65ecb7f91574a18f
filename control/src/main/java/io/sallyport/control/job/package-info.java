/** Leases of the jobs of an ARCP runtime. */
@NullMarked
package io.sallyport.control.job;

import org.jspecify.annotations.NullMarked;
