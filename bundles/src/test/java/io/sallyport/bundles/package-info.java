@NullMarked
package io.sallyport.bundles;

import org.jspecify.annotations.NullMarked;
