/** Skills by their hash on disk: built aside, moved in as a whole, and read anew at each hit. */
@NullMarked
package io.sallyport.fetch.cache;

import org.jspecify.annotations.NullMarked;
