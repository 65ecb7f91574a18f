/** The link to an ARCP runtime beside a real one. */
@NullMarked
package io.sallyport.gateway.arcp;

import org.jspecify.annotations.NullMarked;
