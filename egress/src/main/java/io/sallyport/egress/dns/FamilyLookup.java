package io.sallyport.egress.dns;

import io.netty.channel.AddressedEnvelope;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.FutureListener;
import io.sallyport.model.host.IpAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Looks up the addresses of one name in one family, asking one server after the other. Confined to its event loop. */
final class FamilyLookup {
    /** The maximum number of queries per lookup, including retries and those for the target of a CNAME. */
    private static final int MAX_QUERIES = 6;

    /** How often a query is tried before it counts as unanswered. */
    private static final int MAX_TRIES = 3;

    private final DnsNameResolver resolver;
    private final List<InetSocketAddress> servers;
    private final DnsRecordType type;
    private final Predicate<String> unresolvable;
    private final Consumer<Outcome> done;
    private String name;
    private long ttl = Long.MAX_VALUE;
    private int queries;
    private int tries;
    private boolean stopped;

    FamilyLookup(
            DnsNameResolver resolver,
            List<InetSocketAddress> servers,
            String name,
            DnsRecordType type,
            Predicate<String> unresolvable,
            Consumer<Outcome> done) {
        this.resolver = resolver;
        this.servers = servers;
        this.name = name;
        this.type = type;
        this.unresolvable = unresolvable;
        this.done = done;
    }

    /** How the lookup ended. */
    sealed interface Outcome {}

    /** @param ttl in seconds, the smallest of the chain */
    record Found(List<IpAddress> addresses, long ttl) implements Outcome {}

    /** There are no addresses: the name does not exist, or has none in this family. */
    record Absent(String why) implements Outcome {}

    /** Whether there are addresses is unknown. */
    record Failed(String why) implements Outcome {}

    /** Sends the next query; {@code done} is called once with the end of the lookup. */
    void start() {
        if (stopped) {
            return;
        }
        if (queries == MAX_QUERIES) {
            end(new Failed("more than " + MAX_QUERIES + " queries for one name"));
            return;
        }
        InetSocketAddress server = servers.get(tries % servers.size());
        queries++;
        tries++;
        // The trailing dot makes the name absolute: no search domain is ever tried.
        FutureListener<AddressedEnvelope<DnsResponse, InetSocketAddress>> heard = this::heard;
        resolver.query(server, new DefaultDnsQuestion(name + ".", type)).addListener(heard);
    }

    /** Stops the lookup: {@code done} is not called any more, and late answers are released. */
    void stop() {
        stopped = true;
    }

    private void heard(Future<AddressedEnvelope<DnsResponse, InetSocketAddress>> query) {
        if (!query.isSuccess()) {
            again("no answer: " + query.cause().getMessage());
            return;
        }
        AddressedEnvelope<DnsResponse, InetSocketAddress> answer = query.getNow();
        try {
            judge(answer.content());
        } finally {
            answer.release();
        }
    }

    private void judge(DnsResponse response) {
        DnsResponseCode code = response.code();
        if (code.equals(DnsResponseCode.NXDOMAIN)) {
            end(new Absent("no such name: " + name));
        } else if (!code.equals(DnsResponseCode.NOERROR)) {
            again("the server answered " + code);
        } else if (response.isTruncated()) {
            again("the answer is cut off");
        } else {
            take(DnsAnswerReader.read(response, name, type, unresolvable));
        }
    }

    private void take(DnsAnswerReader.Reading reading) {
        switch (reading) {
            case DnsAnswerReader.Found found -> end(new Found(found.addresses(), Math.min(ttl, found.ttl())));
            case DnsAnswerReader.Nothing _ -> end(new Absent("no " + type.name() + " address: " + name));
            case DnsAnswerReader.Wrong(String why) -> end(new Failed(why));
            case DnsAnswerReader.Leads(String target, long least) -> {
                name = target;
                ttl = Math.min(ttl, least);
                tries = 0;
                start();
            }
        }
    }

    private void end(Outcome outcome) {
        if (!stopped) {
            done.accept(outcome);
        }
    }

    private void again(String why) {
        if (tries == MAX_TRIES) {
            end(new Failed(why));
        } else {
            start();
        }
    }
}
