/** What a sandbox is given in the place of its credentials. */
@NullMarked
package io.sallyport.model.placeholder;

import org.jspecify.annotations.NullMarked;
