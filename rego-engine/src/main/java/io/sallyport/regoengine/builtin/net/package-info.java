/** Functions for addresses, networks, and URLs as parsed by Go. */
@NullMarked
package io.sallyport.regoengine.builtin.net;

import org.jspecify.annotations.NullMarked;
