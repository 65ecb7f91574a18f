/** What grants ask of a request besides its host, method and path. */
@NullMarked
package io.sallyport.model.condition;

import org.jspecify.annotations.NullMarked;
