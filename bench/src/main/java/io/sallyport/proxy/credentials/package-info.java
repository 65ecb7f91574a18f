/** Measures what the search for placeholders costs requests that have none; in this package to reach its internals. */
@NullMarked
package io.sallyport.proxy.credentials;

import org.jspecify.annotations.NullMarked;
