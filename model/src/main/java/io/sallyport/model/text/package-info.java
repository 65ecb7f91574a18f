/** Characters and bytes, as the parsers of this module classify them. */
@NullMarked
package io.sallyport.model.text;

import org.jspecify.annotations.NullMarked;
