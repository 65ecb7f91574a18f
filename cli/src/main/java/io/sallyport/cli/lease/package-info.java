/** {@code lease}: commands for authors of leases. */
@NullMarked
package io.sallyport.cli.lease;

import org.jspecify.annotations.NullMarked;
