/** Reads globs of network policies: alternatives, classes, stars; of hosts, paths and texts. */
@NullMarked
package io.sallyport.leasebridge.network.glob;

import org.jspecify.annotations.NullMarked;
