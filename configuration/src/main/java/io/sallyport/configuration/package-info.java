/**
 * The configuration of a gateway: YAML, read once into small records. Every key has a default; an unknown key is
 * refused with its position. Start at {@link io.sallyport.configuration.Config}.
 */
@NullMarked
package io.sallyport.configuration;

import org.jspecify.annotations.NullMarked;
