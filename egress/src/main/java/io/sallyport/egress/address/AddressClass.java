package io.sallyport.egress.address;

/**
 * What kind of address one is. Immutable.
 *
 * @param name the registry's, {@code Loopback} for example
 * @param source the document that says so
 */
public record AddressClass(String name, String source, AddressReach reach) {
    /** The class of {@code address} itself, whatever it carries; longest block first. */
    public static AddressClass of(IpAddress address) {
        return of(new Cidr(address, address.bits()));
    }

    /** The class that holds the whole of {@code block}. */
    public static AddressClass of(Cidr block) {
        AddressClass found = AddressClasses.TABLE.find(block);
        if (found == null) {
            throw new IllegalStateException("no class for " + block + ": the table has a row for each family");
        }
        return found;
    }

    /** Whether no waiver opens it. */
    public boolean isNeverDialled() {
        return reach == AddressReach.NEVER || reach == AddressReach.METADATA;
    }

    @Override
    public String toString() {
        return name + " (" + source + ")";
    }
}
