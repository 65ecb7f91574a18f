/** W3C Trace Context: how traces are named in requests. */
@NullMarked
package io.sallyport.model.trace;

import org.jspecify.annotations.NullMarked;
