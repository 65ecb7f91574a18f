/**
 * How a skill gets from the cache to where its sandbox reads it. The sandbox may write there, so nothing there is
 * trusted.
 */
@NullMarked
package io.sallyport.fetch.landing;

import org.jspecify.annotations.NullMarked;
