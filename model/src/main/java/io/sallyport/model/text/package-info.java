/** Classification of characters and bytes for the parsers of this module. */
@NullMarked
package io.sallyport.model.text;

import org.jspecify.annotations.NullMarked;
