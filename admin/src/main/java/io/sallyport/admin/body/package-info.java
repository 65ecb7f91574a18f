/** Parsers of request bodies. Each reads a body strictly and as a whole, into one value. */
@NullMarked
package io.sallyport.admin.body;

import org.jspecify.annotations.NullMarked;
