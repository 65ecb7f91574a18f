/** Classification of characters and bytes for the parsers of this module, and the result of parsers. */
@NullMarked
package io.sallyport.model.text;

import org.jspecify.annotations.NullMarked;
