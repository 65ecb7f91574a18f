@NullMarked
package io.sallyport.configuration.bundle;

import org.jspecify.annotations.NullMarked;
