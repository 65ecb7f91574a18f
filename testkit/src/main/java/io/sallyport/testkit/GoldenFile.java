package io.sallyport.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of inputs, each with the recorded output of a reader. A changed output shows as a difference to the file;
 * {@code -Dgolden.write=true} records it again.
 *
 * <p>A case is a line {@code === NAME}, the input, a line {@code ---}, and the output. In an input, {@code <<FF>>} is
 * the byte FF and {@code <<64 x [>>} is {@code [} 64 times.
 */
public final class GoldenFile {
    private static final String BEGIN = "=== ";
    private static final String SAID = "---";
    private static final Pattern ESCAPE = Pattern.compile("<<(?:([0-9A-F]{2})|([0-9]+) x (.+?))>>");

    private final Path file;
    private final List<Case> cases = new ArrayList<>();

    private GoldenFile(Path file) {
        this.file = file;
    }

    private record Case(String name, String input, String said) {}

    /** Reads the file. */
    public static GoldenFile of(Path file) {
        var golden = new GoldenFile(file);
        try {
            golden.read(Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return golden;
    }

    private void read(List<String> lines) {
        List<String> section = new ArrayList<>();
        String name = "";
        String input = "";
        for (String line : lines) {
            if (line.startsWith(BEGIN)) {
                add(name, input, section);
                name = line.substring(BEGIN.length());
                section.clear();
            } else if (line.equals(SAID)) {
                input = String.join("\n", section);
                section.clear();
            } else {
                section.add(line);
            }
        }
        add(name, input, section);
    }

    private void add(String name, String input, List<String> said) {
        if (!name.isEmpty()) {
            cases.add(new Case(name, input, String.join("\n", said)));
        }
    }

    /** Returns the recorded cases as one text. */
    public String recorded() {
        return text(cases);
    }

    /** Returns the cases with the output of {@code reader}; if recording, also writes them to the file. */
    public String said(Function<byte[], String> reader) {
        String text = text(cases.stream()
                .map(each -> new Case(each.name, each.input, visible(reader.apply(bytes(each.input)))))
                .toList());
        if (Boolean.getBoolean("golden.write")) {
            try {
                Files.writeString(file, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            cases.clear();
            read(text.lines().toList());
        }
        return text;
    }

    private static String text(List<Case> cases) {
        var text = new StringBuilder();
        for (Case each : cases) {
            text.append(BEGIN).append(each.name).append('\n').append(each.input).append('\n');
            text.append(SAID).append('\n').append(each.said).append('\n');
        }
        return text.toString();
    }

    /** Escapes what editors or UTF-8 would not preserve. */
    private static String visible(String said) {
        var text = new StringBuilder();
        said.codePoints().forEach(c -> {
            boolean kept = c == '\n' || !(Character.isISOControl(c) || (c >= 0xd800 && c <= 0xdfff));
            text.append(kept ? Character.toString(c) : "\\u%04x".formatted(c));
        });
        return text.toString().stripTrailing();
    }

    private static byte[] bytes(String input) {
        var bytes = new ByteArrayOutputStream();
        Matcher escape = ESCAPE.matcher(input);
        int from = 0;
        while (escape.find()) {
            bytes.writeBytes(input.substring(from, escape.start()).getBytes(StandardCharsets.UTF_8));
            bytes.writeBytes(
                    escape.group(1) == null
                            ? escape.group(3)
                                    .repeat(Integer.parseInt(escape.group(2)))
                                    .getBytes(StandardCharsets.UTF_8)
                            : HexFormat.of().parseHex(escape.group(1)));
            from = escape.end();
        }
        bytes.writeBytes(input.substring(from).getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }
}
