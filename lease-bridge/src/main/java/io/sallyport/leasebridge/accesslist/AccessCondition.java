package io.sallyport.leasebridge.accesslist;

import java.util.List;
import java.util.Set;

/** A condition of a rule of an access list. */
sealed interface AccessCondition {
    /**
     * The host is in any of the sets.
     *
     * @param looksUp whether the product compares the names of an address, too
     */
    record Hosts(HostUnion any, boolean looksUp) implements AccessCondition {
        static Hosts of(HostSet... any) {
            return new Hosts(new HostUnion(List.of(any)), false);
        }
    }

    /** The port is in any of the ranges. */
    record Ports(List<PortRange> any) implements AccessCondition {
        public Ports {
            any = List.copyOf(any);
        }
    }

    /** The method is any of these, in capitals. */
    record Methods(Set<String> any) implements AccessCondition {
        public Methods {
            any = Set.copyOf(any);
        }
    }

    /**
     * The request is plain HTTP; of a tunnel it is not known.
     *
     * @param isListed whether plain HTTP is among what is asked for
     */
    record PlainHttp(boolean isListed) implements AccessCondition {}

    record Not(AccessCondition condition) implements AccessCondition {}

    /**
     * It depends on what the list does not say.
     *
     * @param why for people
     */
    record Unknown(String why) implements AccessCondition {}

    default Truth holds(AccessTarget target) {
        return switch (this) {
            case Hosts(HostUnion any, boolean looksUp) -> holds(any, looksUp, target.host());
            case Ports(List<PortRange> any) -> Truth.of(any.stream().anyMatch(range -> range.contains(target.port())));
            case Methods(Set<String> any) -> Truth.of(any.contains(target.method()));
            case PlainHttp(boolean isListed) ->
                target.method().equals(AccessTarget.TUNNEL) ? Truth.UNKNOWN : Truth.of(isListed);
            case Not(AccessCondition condition) -> condition.holds(target).negated();
            case Unknown _ -> Truth.UNKNOWN;
        };
    }

    private static Truth holds(HostUnion any, boolean looksUp, HostCell host) {
        Truth found = any.holds(host);
        return found == Truth.NO && looksUp && any.hasNames() && host.address() != null ? Truth.UNKNOWN : found;
    }

    /** Adds the points at which the condition makes a difference. */
    default void addTo(ListedNames names) {
        switch (this) {
            case Hosts(HostUnion any, boolean _) -> any.patterns().forEach(names::add);
            case Ports(List<PortRange> any) -> any.forEach(names::add);
            case Methods(Set<String> any) -> any.forEach(names::addMethod);
            case Not(AccessCondition condition) -> condition.addTo(names);
            case PlainHttp _, Unknown _ -> {}
        }
    }

    /** Returns whether it names a port by its number. */
    default boolean namesPort(int port) {
        return this instanceof Ports(List<PortRange> any)
                && any.stream().anyMatch(range -> range.isOne() && range.contains(port));
    }
}
