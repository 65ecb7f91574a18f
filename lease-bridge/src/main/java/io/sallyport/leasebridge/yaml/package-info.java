/** Reads YAML documents strictly, into trees whose every piece knows its place. */
@NullMarked
package io.sallyport.leasebridge.yaml;

import org.jspecify.annotations.NullMarked;
