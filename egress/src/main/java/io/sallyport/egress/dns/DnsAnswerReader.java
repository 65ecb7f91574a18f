package io.sallyport.egress.dns;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.dns.DefaultDnsRecordDecoder;
import io.netty.handler.codec.dns.DnsRawRecord;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsSection;
import io.sallyport.model.host.IpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Reads the answer section of one response (RFC 1035 section 4.1.1): follows the CNAMEs from the queried name to the
 * addresses. Ignores records of other owners. Confined to one response.
 */
final class DnsAnswerReader {
    /** The maximum number of records in an answer; real answers have fewer than 30. */
    static final int MAX_RECORDS = 128;

    /** The maximum number of addresses of one family for a name. */
    static final int MAX_ADDRESSES = 64;

    /** The maximum number of CNAMEs that are followed from the queried name. */
    static final int MAX_ALIASES = 10;

    private final DnsResponse response;
    private final DnsRecordType type;
    private final Predicate<String> unresolvable;
    private final int size;
    private long ttl = Long.MAX_VALUE;

    private DnsAnswerReader(DnsResponse response, DnsRecordType type, Predicate<String> unresolvable) {
        this.response = response;
        this.type = type;
        this.unresolvable = unresolvable;
        this.size = type.equals(DnsRecordType.A) ? 4 : 16;
    }

    /** What an answer says about a name. */
    sealed interface Reading {}

    /** @param ttl in seconds, the smallest of the chain */
    record Found(List<IpAddress> addresses, long ttl) implements Reading {}

    /** The chain ends in this name, given without a trailing dot, and the answer has no address for it. */
    record Leads(String target, long ttl) implements Reading {}

    record Nothing() implements Reading {}

    record Wrong(String why) implements Reading {}

    /**
     * Reads the answer for {@code name}, which is in lower case and without a trailing dot.
     *
     * @param unresolvable names that no chain may lead to
     */
    static Reading read(DnsResponse response, String name, DnsRecordType type, Predicate<String> unresolvable) {
        if (response.count(DnsSection.ANSWER) > MAX_RECORDS) {
            return new Wrong("the answer has more than " + MAX_RECORDS + " records");
        }
        try {
            return new DnsAnswerReader(response, type, unresolvable).follow(name);
        } catch (CorruptedFrameException | IndexOutOfBoundsException e) {
            return new Wrong("a name in the answer is malformed");
        }
    }

    private Reading follow(String name) {
        String owner = name;
        for (int hop = 0; hop <= MAX_ALIASES; hop++) {
            List<DnsRawRecord> addresses = recordsOf(owner, type);
            if (!addresses.isEmpty()) {
                return addresses(addresses);
            }
            List<DnsRawRecord> aliases = recordsOf(owner, DnsRecordType.CNAME);
            if (aliases.size() > 1) {
                return new Wrong("a name has several CNAMEs");
            }
            if (aliases.isEmpty()) {
                return owner.equals(name) ? new Nothing() : new Leads(owner, ttl);
            }
            owner = target(aliases.get(0));
            if (unresolvable.test(owner)) {
                return new Wrong("the name leads to " + owner + ", which is never resolved");
            }
        }
        return new Wrong("the answer has more than " + MAX_ALIASES + " CNAMEs");
    }

    private Reading addresses(List<DnsRawRecord> records) {
        if (records.size() > MAX_ADDRESSES) {
            return new Wrong("the name has more than " + MAX_ADDRESSES + " addresses");
        }
        List<IpAddress> found = new ArrayList<>(records.size());
        for (DnsRawRecord one : records) {
            ByteBuf content = one.content();
            if (content.readableBytes() != size) {
                return new Wrong("an address of " + content.readableBytes() + " bytes");
            }
            byte[] bytes = new byte[size];
            content.getBytes(content.readerIndex(), bytes);
            found.add(IpAddress.of(bytes));
        }
        return new Found(List.copyOf(found), ttl);
    }

    private List<DnsRawRecord> recordsOf(String owner, DnsRecordType wanted) {
        List<DnsRawRecord> found = new ArrayList<>();
        for (int i = 0; i < response.count(DnsSection.ANSWER); i++) {
            DnsRecord one = response.recordAt(DnsSection.ANSWER, i);
            if (one instanceof DnsRawRecord raw
                    && one.type().equals(wanted)
                    && one.dnsClass() == DnsRecord.CLASS_IN
                    && bare(one.name()).equals(owner)) {
                found.add(raw);
                ttl = Math.min(ttl, one.timeToLive());
            }
        }
        return found;
    }

    private static String target(DnsRawRecord alias) {
        ByteBuf content = alias.content().duplicate();
        return bare(DefaultDnsRecordDecoder.decodeName(content));
    }

    private static String bare(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
