/**
 * {@code sallyport demo}: a gateway as {@code serve} starts it, local origins, and real client processes whose requests
 * must end as expected. Start at {@link io.sallyport.demo.Demo}.
 */
@NullMarked
package io.sallyport.demo;

import org.jspecify.annotations.NullMarked;
