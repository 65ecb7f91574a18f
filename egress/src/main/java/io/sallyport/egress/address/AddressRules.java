package io.sallyport.egress.address;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.IpAddress;
import java.util.List;

/**
 * Decides whether an address may be dialled, by its own class and by the class of every IPv4 address that it carries.
 * Safe for concurrent use.
 */
public final class AddressRules {
    /** The reasons to refuse a set of addresses, by rising weight; the heaviest that applies is reported. */
    private static final List<ReasonCode> BY_WEIGHT =
            List.of(ReasonCode.ADDRESS_REFUSED, ReasonCode.SELF_CONNECTION, ReasonCode.METADATA_ADDRESS);

    private static final Ruling DIALABLE = new Dialable();

    private final List<Cidr> waived;
    private final OwnListeners own;

    /**
     * @param waived blocks whose addresses may be dialled although their class is special
     * @param own addresses that may never be dialled, whatever is waived
     */
    public AddressRules(List<Cidr> waived, OwnListeners own) {
        this.waived = List.copyOf(waived);
        this.own = own;
    }

    /** The ruling on a set of addresses. */
    public sealed interface Ruling {}

    /** The addresses may be dialled. */
    public record Dialable() implements Ruling {}

    /**
     * An address may not be dialled.
     *
     * @param detail for the audit and operators
     */
    public record Refused(IpAddress address, ReasonCode reason, String detail) implements Ruling {}

    /** Whether the operator waived the class in addition to the blocks of {@code allow_addresses}. */
    public enum Waiver {
        NONE,
        /** Waived by an alias for exactly this name. */
        NAMED
    }

    /**
     * Judges addresses, which a policy may restrict to {@code list}: one that is refused refuses them all, and the
     * worst determines the reason.
     */
    public Ruling judge(List<IpAddress> addresses, int port, Waiver waiver, AddressList list) {
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("addresses: none (expected: at least one)");
        }
        Ruling worst = DIALABLE;
        for (IpAddress address : addresses) {
            worst = worse(worst, judge(address, address, port, waiver, list));
            for (IpAddress inner : EmbeddedIpv4.in(address)) {
                worst = worse(worst, judge(address, inner, port, waiver, list));
            }
        }
        return worst;
    }

    private Ruling judge(IpAddress asked, IpAddress read, int port, Waiver waiver, AddressList list) {
        AddressClass kind = AddressClass.of(read);
        if (kind.reach() == AddressReach.METADATA) {
            return new Refused(asked, ReasonCode.METADATA_ADDRESS, detail(asked, read, kind));
        }
        if (own.claims(read, port)) {
            return own(asked, read, port);
        }
        if (list.isSet() && !list.contains(asked)) {
            return new Refused(asked, ReasonCode.ADDRESS_REFUSED, asked + " is not among the allowed addresses");
        }
        // A list opens private addresses, but none that another address carries.
        if (!isDialable(kind, read, waiver, asked.equals(read) ? list : AddressList.NONE)) {
            return new Refused(asked, ReasonCode.ADDRESS_REFUSED, detail(asked, read, kind));
        }
        // Checked last: a caller who may not dial this address at all must not learn which ports are open on it.
        return own.claimsInPassing(read, port) ? own(asked, read, port) : DIALABLE;
    }

    private static Refused own(IpAddress asked, IpAddress read, int port) {
        String detail = read + " port " + port + " is a listener of the gateway's own, or its upstream proxy";
        return new Refused(asked, ReasonCode.SELF_CONNECTION, detail);
    }

    private boolean isDialable(AddressClass kind, IpAddress address, Waiver waiver, AddressList list) {
        return switch (kind.reach()) {
            case PUBLIC -> true;
            case SPECIAL -> waiver == Waiver.NAMED || isWaived(address) || opens(list, address);
            case NEVER, METADATA -> false;
        };
    }

    private static boolean opens(AddressList list, IpAddress address) {
        return list.contains(address) && AddressList.isPrivate(address);
    }

    private boolean isWaived(IpAddress address) {
        return waived.stream().anyMatch(block -> block.contains(address));
    }

    private static String detail(IpAddress asked, IpAddress read, AddressClass kind) {
        return asked.equals(read) ? asked + " is " + kind : asked + " carries " + read + ", which is " + kind;
    }

    private static Ruling worse(Ruling one, Ruling other) {
        return weight(other) > weight(one) ? other : one;
    }

    private static int weight(Ruling ruling) {
        return switch (ruling) {
            case Dialable _ -> 0;
            case Refused refused -> BY_WEIGHT.indexOf(refused.reason()) + 1;
        };
    }
}
