/** {@code lease}: for those who write leases. */
@NullMarked
package io.sallyport.cli.lease;

import org.jspecify.annotations.NullMarked;
