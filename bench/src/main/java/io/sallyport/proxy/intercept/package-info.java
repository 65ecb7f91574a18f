/** What interception costs, measured from inside its package. */
@NullMarked
package io.sallyport.proxy.intercept;

import org.jspecify.annotations.NullMarked;
