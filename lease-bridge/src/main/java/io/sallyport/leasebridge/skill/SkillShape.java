package io.sallyport.leasebridge.skill;

import static io.sallyport.documents.Shape.either;
import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.map;
import static io.sallyport.documents.Shape.number;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.truth;
import static io.sallyport.documents.Shape.words;

import io.sallyport.documents.Shape;
import io.sallyport.model.RateLimits;
import java.util.Map;
import java.util.regex.Pattern;

/** The fields of a manifest and their types, as a flat table. */
final class SkillShape {
    static final int MAX_TIMEOUT_MILLIS = 3_600_000;
    static final int MAX_CONCURRENT = 1_000;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern VERSION = Pattern.compile("[!-~]{0,64}");
    private static final Pattern DESCRIPTION = Pattern.compile("\\P{Cc}{0,1000}");

    private static final Shape BOUND = number(
            n -> n >= 1 && n <= RateLimits.MAX, "a number from 1 to " + RateLimits.MAX + " (to stop it, disable it)");

    private static final Shape RATES = object(Map.of("per_second", BOUND, "per_minute", BOUND, "per_run", BOUND));

    private static final Shape LIMITS = object(Map.of(
            "per_second", BOUND,
            "per_minute", BOUND,
            "per_run", BOUND,
            "concurrent", number(n -> n >= 1 && n <= MAX_CONCURRENT, "a number from 1 to " + MAX_CONCURRENT),
            "capabilities", map(RATES)));

    private static final Shape DOMAIN = object(Map.of(
            "!host", text(),
            "ports", list(number(n -> n >= 1 && n <= 65_535, "a port from 1 to 65535")),
            "schemes", list(words("https", "http", "wss", "ws", "tcp", "tcp+tls", "tcp+ssh", "tcp+postgres")),
            "methods", list(text(word -> word.matches("[A-Z][A-Z-]{0,31}"), "a method in capital letters")),
            "paths", list(text()),
            "over_public_suffix", truth()));

    private static final Shape FILES = object(Map.of(
            "read", truth(),
            "write", truth(),
            "read_paths", list(text()),
            "write_paths", list(text()),
            "execute_paths", list(text())));

    private static final Shape PERMISSIONS = object(Map.of(
            "net", object(Map.of("allow_domains", list(either(text(), DOMAIN)))),
            "fs", FILES,
            "tools", list(text()),
            "models", list(text())));

    static final Shape MANIFEST = object(Map.ofEntries(
            Map.entry("id", id()),
            Map.entry("name", id()),
            Map.entry("version", text(VERSION.asMatchPredicate(), "up to 64 printable characters, no space")),
            Map.entry("description", text(DESCRIPTION.asMatchPredicate(), "up to 1000 characters in one line")),
            Map.entry("status", words("enabled", "imported", "disabled")),
            Map.entry("directory", text()),
            Map.entry("work_directory", text()),
            Map.entry("permissions", PERMISSIONS),
            Map.entry("commands", map(text())),
            Map.entry("limits", LIMITS),
            Map.entry(
                    "timeout_ms",
                    number(n -> n >= 1 && n <= MAX_TIMEOUT_MILLIS, "a number from 1 to " + MAX_TIMEOUT_MILLIS)),
            Map.entry("max_bytes", number(n -> n >= 1, "a number from 1 to 999999999"))));

    private SkillShape() {}

    private static Shape id() {
        return text(ID.asMatchPredicate(), "a letter or digit, then up to 63 letters, digits, dots, _ and -");
    }
}
