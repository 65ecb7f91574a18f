package io.sallyport.audit.segment;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The members of one kind of {@link SignedText}, always the same in the same order. Immutable. */
final class SignedForm {
    private static final String NUMBER = "[0-9]{1,18}";
    private static final String HASH = "\"[0-9a-f]{64}\"";
    private static final String TIME = "\"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{3})?Z\"";

    private final String kind;
    private final List<Member> members;
    private final Pattern pattern;

    private record Member(String name, String value) {}

    private SignedForm(String kind, List<Member> members) {
        this.kind = kind;
        this.members = members;
        pattern = Pattern.compile(members.stream()
                .map(member -> ",\"" + member.name() + "\":(" + member.value() + ")")
                .collect(Collectors.joining("", Pattern.quote(begin(kind)), "(?:,\"key\":\"[0-9a-f]{16}\")?")));
    }

    private static String begin(String kind) {
        return "{\"v\":1,\"kind\":\"" + kind + "\"";
    }

    /** Returns a form without members, which others are added to. */
    static SignedForm of(String kind) {
        return new SignedForm(kind, List.of());
    }

    SignedForm numbers(String... names) {
        return with(NUMBER, names);
    }

    SignedForm hashes(String... names) {
        return with(HASH, names);
    }

    SignedForm times(String... names) {
        return with(TIME, names);
    }

    private SignedForm with(String value, String... names) {
        var more = new ArrayList<>(members);
        Arrays.stream(names).forEach(name -> more.add(new Member(name, value)));
        return new SignedForm(kind, List.copyOf(more));
    }

    /** Signs these values, which are numbers, hashes and times in the form's order. */
    SignedText write(@Nullable SigningKey key, Object... values) {
        var text = new StringBuilder(begin(kind));
        for (int i = 0; i < values.length; i++) {
            String quote = members.get(i).value().equals(NUMBER) ? "" : "\"";
            text.append(",\"").append(members.get(i).name()).append("\":");
            text.append(quote).append(values[i]).append(quote);
        }
        return SignedText.of(text.toString(), key);
    }

    /** Returns the members, or null if {@code text} is of another form. */
    @Nullable
    Values read(SignedText text) {
        Matcher matcher = pattern.matcher(text.members());
        if (!matcher.matches()) {
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < members.size(); i++) {
            values.put(members.get(i).name(), matcher.group(i + 1).replace("\"", ""));
        }
        return new Values(values);
    }

    /** The members that were read, each of the type that the form names. */
    record Values(Map<String, String> texts) {
        long number(String name) {
            return Long.parseLong(hash(name));
        }

        String hash(String name) {
            return texts.getOrDefault(name, "");
        }

        /** Returns the beginning of time for what is no date. */
        Instant time(String name) {
            try {
                return Instant.parse(hash(name));
            } catch (DateTimeException _) {
                return Instant.EPOCH;
            }
        }
    }
}
