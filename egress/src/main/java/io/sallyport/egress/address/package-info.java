/**
 * What an address is: its class by IANA's registries, the IPv4 addresses that an IPv6 one carries, and whether it may be
 * dialled. No socket and no clock. Start at {@link io.sallyport.egress.address.AddressRules}.
 */
@NullMarked
package io.sallyport.egress.address;

import org.jspecify.annotations.NullMarked;
