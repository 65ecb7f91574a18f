/** Secrets that were found in what leaves: by kind, name, place and encoding, never by value. */
@NullMarked
package io.sallyport.model.secret;

import org.jspecify.annotations.NullMarked;
