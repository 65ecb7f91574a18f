/** Which programs inside of fences open connections. */
@NullMarked
package io.sallyport.gateway.programs;

import org.jspecify.annotations.NullMarked;
