package io.sallyport.testkit;

import io.netty.handler.codec.dns.DnsQuery;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsSection;
import java.util.ArrayList;
import java.util.List;

/** The questions to a name server. Safe for concurrent use. */
final class QueryLog {
    private final List<Zone.Question> asked = new ArrayList<>();

    synchronized List<Zone.Question> questions() {
        return List.copyOf(asked);
    }

    synchronized Zone.Question note(DnsQuery query, boolean tcp, int fromPort) {
        DnsQuestion question = query.recordAt(DnsSection.QUESTION);
        String name = question.name().substring(0, question.name().length() - 1);
        String type = question.type().name();
        long before = asked.stream()
                .filter(earlier -> earlier.name().equals(name) && earlier.type().equals(type))
                .count();
        Zone.Question noted = new Zone.Question(name, type, tcp, fromPort, (int) before + 1);
        asked.add(noted);
        return noted;
    }
}
