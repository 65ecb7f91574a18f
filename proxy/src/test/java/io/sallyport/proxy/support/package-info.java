/** Test doubles for the collaborators of the proxy. */
@NullMarked
package io.sallyport.proxy.support;

import org.jspecify.annotations.NullMarked;
