/** What the tests of the proxy put in place of its neighbours. */
@NullMarked
package io.sallyport.proxy.support;

import org.jspecify.annotations.NullMarked;
