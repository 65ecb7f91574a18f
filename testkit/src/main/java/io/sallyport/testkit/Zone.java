package io.sallyport.testkit;

import io.netty.handler.codec.dns.DnsQuery;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import java.util.List;
import java.util.stream.Stream;

/** Answers questions to a name server; called on its event loop, so it must not block. */
@FunctionalInterface
public interface Zone {
    Reply reply(Question question);

    /**
     * One question.
     *
     * @param name without the trailing dot
     * @param type {@code A}, {@code AAAA}, ...
     * @param fromPort the port of the client's socket
     * @param times how often this name and type were queried, including this time
     */
    record Question(String name, String type, boolean tcp, int fromPort, int times) {}

    /** The reaction to a question. */
    sealed interface Reply {}

    /** An answer with these records; each is included only if its type was queried or it is a CNAME. */
    record Records(int code, boolean truncated, List<NameRecord> records) implements Reply {
        public Records {
            records = List.copyOf(records);
        }

        <R extends DnsResponse> R write(DnsQuery query, R response, boolean cut) {
            response.addRecord(DnsSection.QUESTION, query.recordAt(DnsSection.QUESTION));
            response.setRecursionAvailable(true).setTruncated(cut).setCode(DnsResponseCode.valueOf(code));
            if (!cut) {
                records.forEach(written -> response.addRecord(DnsSection.ANSWER, written.toDns()));
            }
            return response;
        }
    }

    /** No answer. */
    record Silence() implements Reply {}

    /** Sends {@code reply} under another query's id first, as a spoofer would; then {@code then}. */
    record Misdirected(Records reply, Records then) implements Reply {}

    static Records records(NameRecord... records) {
        return new Records(0, false, List.of(records));
    }

    /** The name exists, but not with this type. */
    static Records none() {
        return records();
    }

    static Records missing() {
        return new Records(DnsResponseCode.NXDOMAIN.intValue(), false, List.of());
    }

    static Records failure() {
        return new Records(DnsResponseCode.SERVFAIL.intValue(), false, List.of());
    }

    /** Truncated over UDP, which makes the client use TCP; complete there. */
    static Records overTcp(NameRecord... records) {
        return new Records(0, true, List.of(records));
    }

    /**
     * Returns a zone of fixed records: a name's own records, or its CNAME and the records behind it, as a recursive
     * server answers; NXDOMAIN for other names.
     */
    static Zone of(NameRecord... records) {
        List<NameRecord> all = List.of(records);
        return question -> {
            boolean known = all.stream().anyMatch(one -> one.owner().equals(question.name()));
            List<NameRecord> chain =
                    chain(all, question.name(), question.type()).toList();
            return known ? new Records(0, false, chain) : missing();
        };
    }

    private static Stream<NameRecord> chain(List<NameRecord> all, String name, String type) {
        return all.stream().filter(one -> one.owner().equals(name)).flatMap(one -> {
            if (one.type().equals("CNAME")) {
                return Stream.concat(Stream.of(one), chain(all, one.value(), type));
            }
            return one.type().equals(type) ? Stream.of(one) : Stream.empty();
        });
    }
}
