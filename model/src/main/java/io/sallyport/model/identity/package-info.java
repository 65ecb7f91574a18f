/** What is claimed of who asks. */
@NullMarked
package io.sallyport.model.identity;

import org.jspecify.annotations.NullMarked;
