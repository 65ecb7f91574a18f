/** Addresses, their ranges, and URLs as Go reads them. */
@NullMarked
package io.sallyport.regoengine.builtin.net;

import org.jspecify.annotations.NullMarked;
