/**
 * The configuration of a gateway: YAML read once into small records, every key with a default, unknown keys refused with
 * their place. Start at {@link io.sallyport.configuration.Config}.
 */
@NullMarked
package io.sallyport.configuration;

import org.jspecify.annotations.NullMarked;
