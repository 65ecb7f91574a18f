/** Which program asks. */
@NullMarked
package io.sallyport.model.program;

import org.jspecify.annotations.NullMarked;
