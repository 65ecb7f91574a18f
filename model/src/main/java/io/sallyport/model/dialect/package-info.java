/** In which dialect network policies are read. */
@NullMarked
package io.sallyport.model.dialect;

import org.jspecify.annotations.NullMarked;
