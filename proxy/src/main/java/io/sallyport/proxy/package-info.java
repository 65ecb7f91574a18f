/** The sandbox side: listener, identity, enforce, intercept, relay. */
@NullMarked
package io.sallyport.proxy;

import org.jspecify.annotations.NullMarked;
