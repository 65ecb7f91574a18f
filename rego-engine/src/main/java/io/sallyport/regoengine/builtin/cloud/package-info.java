/** Requests to clouds, signed as their APIs want it. */
@NullMarked
package io.sallyport.regoengine.builtin.cloud;

import org.jspecify.annotations.NullMarked;
