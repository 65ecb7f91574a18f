package io.sallyport.auditstore;

import io.sallyport.audit.AuditLine;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import io.sallyport.auditstore.query.RecordField;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A line with its members, and what a question means for it, said as plainly as it can be. */
record PlainRecord(String line, Map<String, String> members) {
    static PlainRecord of(String line) {
        Set<String> wanted = new HashSet<>(Set.of("time", "path", "count"));
        List.of(RecordField.values()).forEach(field -> wanted.add(field.word()));
        Map<String, String> members = AuditLine.fields(line, wanted);
        if (members == null) {
            throw new IllegalArgumentException(line);
        }
        return new PlainRecord(line, members);
    }

    Instant time() {
        return Instant.parse(member("time"));
    }

    long count() {
        return Long.parseLong(members.getOrDefault("count", "1"));
    }

    private String member(String name) {
        return members.getOrDefault(name, "");
    }

    boolean matches(AuditQuery query) {
        return query.equal().entrySet().stream()
                        .allMatch(entry -> entry.getValue()
                                .equals(members.get(entry.getKey().word())))
                && (query.hostSuffix() == null || member("host").endsWith("." + query.hostSuffix()))
                && (query.from() == null || !time().isBefore(query.from()))
                && (query.to() == null || time().isBefore(query.to()))
                && (query.text() == null || holds(query.text()));
    }

    private boolean holds(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        return List.of("host", "path", "rule").stream()
                .anyMatch(name -> member(name).toLowerCase(Locale.ROOT).contains(wanted));
    }

    String key(GroupKey key) {
        RecordField field = key.field();
        if (field != null) {
            return member(field.word());
        }
        long span = key.span().toMillis();
        return Instant.ofEpochMilli(time().toEpochMilli() / span * span).toString();
    }
}
