/** Keys of the configuration: how they are declared, which forms their values have, and how a section is read. */
@NullMarked
package io.sallyport.configuration.key;

import org.jspecify.annotations.NullMarked;
