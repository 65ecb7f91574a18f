/** {@code lease}: for those who write leases. */
@NullMarked
package io.sallyport.gateway.cli.lease;

import org.jspecify.annotations.NullMarked;
