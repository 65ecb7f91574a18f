package io.sallyport.egress.address;

import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.IpAddress;

/**
 * The class of an address. Immutable.
 *
 * @param name the registry's name, for example {@code Loopback}
 * @param source the document that defines the class
 */
public record AddressClass(String name, String source, AddressReach reach) {
    /** Returns the class of {@code address} itself, regardless of embedded addresses. The longest block wins. */
    public static AddressClass of(IpAddress address) {
        return of(new Cidr(address, address.bits()));
    }

    /** Returns the class that contains the whole of {@code block}. */
    public static AddressClass of(Cidr block) {
        AddressClass found = AddressClasses.TABLE.find(block);
        if (found == null) {
            throw new IllegalStateException("no class for " + block + ": the table has a row for each family");
        }
        return found;
    }

    /** Returns whether no waiver permits to dial the class. */
    public boolean isNeverDialled() {
        return reach == AddressReach.NEVER || reach == AddressReach.METADATA;
    }

    @Override
    public String toString() {
        return name + " (" + source + ")";
    }
}
