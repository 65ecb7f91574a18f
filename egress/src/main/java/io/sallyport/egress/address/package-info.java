/**
 * Classifies addresses: by IANA's registries, by the IPv4 addresses that an IPv6 address carries, and by whether they
 * may be dialled. Uses no socket and no clock. Start at {@link io.sallyport.egress.address.AddressRules}.
 */
@NullMarked
package io.sallyport.egress.address;

import org.jspecify.annotations.NullMarked;
