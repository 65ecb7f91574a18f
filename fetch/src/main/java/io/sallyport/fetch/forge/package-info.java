/** The APIs of forges: lists directories and gets files at a ref, under bounds, through {@code egress} alone. */
@NullMarked
package io.sallyport.fetch.forge;

import org.jspecify.annotations.NullMarked;
