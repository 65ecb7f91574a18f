package io.sallyport.findings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The table of forms that ships, {@code token-forms.txt}, which says how it is read. */
final class TokenForms {
    private static final String FILE = "token-forms.txt";
    private static final int COLUMNS = 6;

    /** A prefix and what it is the beginning of. */
    record Prefixed(String text, Sought sought) {
        byte[] prefix() {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    }

    static final List<Prefixed> SHIPPED = rows().flatMap(TokenForms::read).toList();

    private TokenForms() {}

    /** Returns those that can be told in a text without capitals. */
    static Stream<Anchor> inLowerCase() {
        return SHIPPED.stream()
                .filter(one -> one.sought() instanceof TokenForm form && form.isJoined())
                .map(one -> Anchor.plain(LowerCaseText.of(one.prefix()), ((TokenForm) one.sought()).inLowerCase()));
    }

    /** Returns the rows of the table, each as its columns. */
    static Stream<String[]> rows() {
        return lines().filter(line -> !line.startsWith("source ")).map(line -> {
            String[] columns = parts(line, "|").stream().map(String::strip).toArray(String[]::new);
            if (columns.length != COLUMNS) {
                throw new IllegalStateException(FILE + ": " + line);
            }
            return columns;
        });
    }

    /** Returns the lines that are no comment. */
    static Stream<String> lines() {
        try (InputStream in = Objects.requireNonNull(TokenForms.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Stream<Prefixed> read(String[] columns) {
        return parts(columns[1], ",").stream().flatMap(prefix -> prefixed(columns, prefix));
    }

    private static Stream<Prefixed> prefixed(String[] columns, String prefix) {
        return switch (columns[2]) {
            case "jwt" -> Stream.of(new Prefixed(prefix, new JsonWebToken(columns[0])));
            case "url" -> Stream.of(new Prefixed(prefix, new UrlCredentials(columns[0])));
            default -> longEnough(prefix, form(columns, prefix));
        };
    }

    /** A prefix of two characters is looked for with each two that may follow. */
    private static Stream<Prefixed> longEnough(String prefix, TokenForm form) {
        return form.isPlainOnly()
                ? longer(prefix, form.set())
                        .flatMap(longer -> longer(longer, form.set()))
                        .map(longer -> new Prefixed(longer, form))
                : Stream.of(new Prefixed(prefix, form));
    }

    private static Stream<String> longer(String prefix, ByteSet set) {
        return IntStream.range(0, 128).filter(c -> set.has((byte) c)).mapToObj(c -> prefix + (char) c);
    }

    private static TokenForm form(String[] columns, String prefix) {
        boolean open = columns[3].endsWith("+");
        int least = Integer.parseInt(columns[3].replaceAll("[+-].*", ""));
        int longest = open ? 0 : Integer.parseInt(columns[3].replaceAll(".*-", ""));
        List<String> options = parts(columns[4], " ");
        return new TokenForm(new TokenForm.Row(
                columns[0],
                prefix,
                ByteSet.of(columns[2]),
                Integer.parseInt("0" + option(options, "before=")),
                least,
                longest,
                options.contains("gap"),
                options.contains("crc32-base62") ? TokenChecksum.CRC32_BASE62 : TokenChecksum.NONE,
                parts(option(options, "not-after="), ",").stream()
                        .filter(use -> !use.isEmpty())
                        .map(use -> use.getBytes(StandardCharsets.US_ASCII))
                        .toList()));
    }

    private static String option(List<String> options, String name) {
        return options.stream()
                .filter(option -> option.startsWith(name))
                .map(option -> option.substring(name.length()))
                .findFirst()
                .orElse("");
    }

    private static List<String> parts(String text, String separator) {
        return Pattern.compile(separator, Pattern.LITERAL).splitAsStream(text).toList();
    }
}
