/** What fetches share: one piece of work for all who want the same, and places, of which each sandbox has its share. */
@NullMarked
package io.sallyport.fetch.share;

import org.jspecify.annotations.NullMarked;
