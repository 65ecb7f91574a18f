/** What parts of the gateway measure, without a dependency on how it is exported. */
@NullMarked
package io.sallyport.model.measure;

import org.jspecify.annotations.NullMarked;
