/** The section {@code providers}: secrets of the gateway, where they come from and where they may go. */
@NullMarked
package io.sallyport.configuration.provider;

import org.jspecify.annotations.NullMarked;
