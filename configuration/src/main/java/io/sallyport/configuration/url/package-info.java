/** URLs in the configuration that have more to them than their form. */
@NullMarked
package io.sallyport.configuration.url;

import org.jspecify.annotations.NullMarked;
