/** Files that are replaced as a whole. */
@NullMarked
package io.sallyport.model.file;

import org.jspecify.annotations.NullMarked;
