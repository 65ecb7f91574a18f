package io.sallyport.leasebridge.profile;

import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One profile that ships. Immutable.
 *
 * @param name its id
 * @param parameter what its user says; null if it is complete
 * @param template its text, YAML, with placeholders
 */
public record ShippedProfile(String name, @Nullable ProfileParameter parameter, String template) {
    /** The limit of values of one parameter. */
    public static final int MAX_VALUES = 32;

    private static final String DESCRIPTION = "description: ";

    static ShippedProfile of(String name, String template) {
        ProfileParameter parameter = Stream.of(ProfileParameter.values())
                .filter(each -> template.contains(each.placeholder()))
                .findFirst()
                .orElse(null);
        return new ShippedProfile(name, parameter, template);
    }

    /** Returns how it is attached, such as {@code python-index@HOST}. */
    public String form() {
        return parameter == null ? name : name + "@" + parameter.name();
    }

    /** Returns what it is for, one sentence. */
    public String description() {
        return template.lines()
                .filter(line -> line.startsWith(DESCRIPTION))
                .map(line -> line.substring(DESCRIPTION.length()))
                .findFirst()
                .orElse("");
    }

    /** Returns its text with an example in place of what the user says. */
    public String example() {
        return parameter == null ? template : filled(parameter, List.of(parameter.example()));
    }

    /**
     * Returns its text.
     *
     * @param values of its parameter, separated by commas; null for none
     */
    Parsed<String> with(@Nullable String values) {
        if (parameter == null || values == null) {
            return parameter == null && values == null
                    ? new Parsed.Accepted<>(template)
                    : new Parsed.Rejected<>("write " + form(), name.length());
        }
        List<String> read = new ArrayList<>();
        int at = name.length() + 1;
        for (String written : values.split(",", -1)) {
            switch (parameter.value(written)) {
                case Parsed.Rejected<String>(var why, int within) -> {
                    return new Parsed.Rejected<>(why, at + within);
                }
                case Parsed.Accepted<String>(var value) -> read.add(value);
            }
            at += written.length() + 1;
        }
        return read.size() > MAX_VALUES
                ? new Parsed.Rejected<>("more than " + MAX_VALUES + " values", name.length())
                : new Parsed.Accepted<>(filled(parameter, read));
    }

    /** Repeats what has a placeholder for each value: an endpoint if it is in a host, else a rule. */
    private String filled(ProfileParameter filled, List<String> values) {
        int from = template.indexOf("endpoints:\n") + "endpoints:\n".length();
        String endpoints = template.substring(from);
        if (filled == ProfileParameter.HOST) {
            return template.substring(0, from) + each(endpoints, filled, values);
        }
        return template.substring(0, from)
                + endpoints
                        .lines()
                        .map(line ->
                                line.contains(filled.placeholder()) ? each(line + "\n", filled, values) : line + "\n")
                        .collect(Collectors.joining());
    }

    private static String each(String text, ProfileParameter filled, List<String> values) {
        return values.stream()
                .distinct()
                .map(value -> text.replace(filled.placeholder(), value))
                .collect(Collectors.joining());
    }
}
