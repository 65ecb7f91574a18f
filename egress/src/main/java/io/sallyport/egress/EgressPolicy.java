package io.sallyport.egress;

import io.sallyport.egress.address.AddressClass;
import io.sallyport.egress.address.AddressExceptions;
import io.sallyport.egress.address.AddressList;
import io.sallyport.egress.address.AddressRules;
import io.sallyport.egress.address.AddressRules.Waiver;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.model.DialRefusal;
import io.sallyport.model.DialRules;
import io.sallyport.model.DialVerdict;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.RefusalHint;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.GatewayNames;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The operator's rules for addresses: aliases, waivers, and the gateway's own listeners. They come from the
 * configuration alone; no document of a sandbox widens them. Immutable, except for {@link OwnListeners}.
 */
public final class EgressPolicy implements DialRules {
    /** DNS over TCP (RFC 7766) and over TLS (RFC 7858); both would bypass the policy, which judges names. */
    private static final Set<Integer> DNS_PORTS = Set.of(53, 853);

    private final HostAliases aliases;
    private final AddressRules rules;
    private final OwnListeners own;

    private EgressPolicy(HostAliases aliases, AddressRules rules, OwnListeners own) {
        this.aliases = aliases;
        this.rules = rules;
        this.own = own;
    }

    /**
     * Reads the settings {@code egress.hosts} and {@code egress.allow_addresses}. Never throws.
     *
     * @param own the caller adds its listeners as they are bound, before the first dial
     */
    public static Reading parse(Map<String, String> hosts, List<String> allowAddresses, OwnListeners own) {
        SettingProblems problems = new SettingProblems();
        HostAliases aliases = HostAliases.parse(hosts, problems);
        List<Cidr> waived = waivers(allowAddresses, problems);
        return problems.found().isEmpty()
                ? new Accepted(new EgressPolicy(aliases, new AddressRules(waived, own), own))
                : new Rejected(problems.found());
    }

    /** The parsed settings, or every problem in them. */
    public sealed interface Reading {}

    public record Accepted(EgressPolicy policy) implements Reading {}

    public record Rejected(List<Problem> problems) implements Reading {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }

    /**
     * One entry that cannot be used.
     *
     * @param setting the name of the setting in the configuration
     * @param entry the key or element that is wrong
     */
    public record Problem(String setting, String entry, String why) {
        @Override
        public String toString() {
            return setting + ": " + entry + ": " + why;
        }
    }

    /** What to do about a target before anything is sent to the network. */
    sealed interface Route {}

    /** Dial these addresses, all of them checked, at this port. */
    record Direct(List<IpAddress> addresses, int port) implements Route {}

    /** Resolve the name, then {@link #judge} its addresses. */
    record Resolve(String name) implements Route {}

    record Refuse(
            ReasonCode reason, String detail, @Nullable InetSocketAddress address) implements Route {}

    /**
     * Routes a target whose addresses a policy restricts. An alias is set by the operator and takes precedence over the
     * restriction.
     */
    Route route(CanonicalHost host, int port, AddressList list) {
        if (DNS_PORTS.contains(port) && !aliases.names(host, port)) {
            return new Refuse(ReasonCode.PORT_REFUSED, "port " + port + " without an entry in egress.hosts", null);
        }
        byte[] literal = host.address();
        if (literal != null) {
            return judge(List.of(IpAddress.of(literal)), port, list);
        }
        HostAliases.AliasTarget target = aliases.find(host, port);
        if (target != null) {
            return judge(List.of(target.address()), target.port(), Waiver.NAMED, AddressList.NONE);
        }
        return LocalNames.isLocal(host)
                ? new Refuse(ReasonCode.LOCAL_NAME, host + " is a local name without an entry in egress.hosts", null)
                : new Resolve(host.text());
    }

    /** Judges the answer of DNS: either all addresses may be dialled, or none. */
    Route judge(List<IpAddress> answer, int port, AddressList list) {
        return list.closes(port)
                ? new Refuse(ReasonCode.ADDRESS_REFUSED, "port " + port + " runs clusters", null)
                : judge(answer, port, Waiver.NONE, list);
    }

    private Route judge(List<IpAddress> addresses, int port, Waiver waiver, AddressList list) {
        return switch (rules.judge(addresses, port, waiver, list)) {
            case AddressRules.Dialable _ -> new Direct(List.copyOf(addresses), port);
            case AddressRules.Refused(IpAddress address, ReasonCode reason, String detail) ->
                new Refuse(reason, detail, new InetSocketAddress(address.toInetAddress(), port));
        };
    }

    /** Sets the addresses of the upstream proxy, which no sandbox reaches as a target. */
    void leadsThrough(List<InetSocketAddress> proxy) {
        own.setProxy(proxy);
    }

    /** Returns whether a connection to {@code address} would arrive at this gateway. */
    boolean isOwn(InetSocketAddress address) {
        return own.listensAt(IpAddress.of(address.getAddress()), address.getPort());
    }

    /** Returns whether the operator says where that name and port lead. */
    boolean isAlias(CanonicalHost host, int port) {
        return aliases.find(host, port) != null;
    }

    @Override
    public Set<CanonicalAuthority> named() {
        return aliases.names();
    }

    @Override
    public DialVerdict judge(CanonicalHost host, int port, List<String> addresses) {
        AddressList list = AddressList.of(addresses);
        return !GatewayNames.isOwn(host.text()) && route(host, port, list) instanceof Refuse refused
                ? new DialRefusal(refused.reason(), refused.detail(), hint(refused, host, port, list))
                : DialVerdict.PASS;
    }

    /**
     * Judges what a resolver answered for a name, as before a dial: either all addresses may be dialled, or none.
     *
     * @param answer at least one address
     * @param addresses the blocks that the policy names, as in {@link io.sallyport.model.Grant.Net}
     */
    public DialVerdict judgeAnswer(List<IpAddress> answer, int port, List<String> addresses) {
        return judge(answer, port, AddressList.of(addresses)) instanceof Refuse refused
                ? new DialRefusal(refused.reason(), refused.detail(), null)
                : DialVerdict.PASS;
    }

    private static @Nullable String hint(Refuse refused, CanonicalHost host, int port, AddressList list) {
        return switch (refused.reason()) {
            case PORT_REFUSED ->
                host.isAddress()
                        ? null
                        : "the operator can say under egress.hosts where " + host + ":" + port + " leads";
            case ADDRESS_REFUSED -> {
                InetSocketAddress address = refused.address();
                yield address == null ? null : hint(address.getAddress(), list);
            }
            case LOCAL_NAME -> RefusalHint.of(ReasonCode.LOCAL_NAME);
            default -> null;
        };
    }

    private static @Nullable String hint(InetAddress refused, AddressList list) {
        boolean outside = list.isSet() && !list.contains(IpAddress.of(refused));
        return !outside && AddressExceptions.help(refused)
                ? "the operator can admit the address under egress.allow_addresses"
                : null;
    }

    private static List<Cidr> waivers(List<String> written, SettingProblems problems) {
        List<Cidr> blocks = new ArrayList<>();
        for (String text : written) {
            switch (Cidr.parse(text)) {
                case Parsed.Rejected(String why, int _) -> problems.add("egress.allow_addresses", text, why);
                case Parsed.Accepted(Cidr block)
                when AddressClass.of(block).isNeverDialled() ->
                    problems.add("egress.allow_addresses", text, "never dialled: " + AddressClass.of(block));
                case Parsed.Accepted(Cidr block) -> blocks.add(block);
            }
        }
        return blocks;
    }
}
