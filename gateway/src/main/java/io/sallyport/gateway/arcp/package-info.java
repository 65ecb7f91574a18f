/** The link to an ARCP runtime: its jobs' leases come into force, and end, by themselves. */
@NullMarked
package io.sallyport.gateway.arcp;

import org.jspecify.annotations.NullMarked;
