/** Reads what was fetched for what could turn an agent against its user, before anybody gets it. */
@NullMarked
package io.sallyport.fetch.scan;

import org.jspecify.annotations.NullMarked;
