package io.sallyport.configuration.key;

import io.sallyport.model.host.Cidr;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Forms that several sections share. */
public final class Forms {
    public static final Form<InetSocketAddress> ADDRESS = address(Values.SOCKET_ADDRESS, Values::socketAddress);
    public static final Form<InetSocketAddress> LOOPBACK = address("LOOPBACK-ADDRESS:PORT", Values::loopbackAddress);
    public static final Form<InetSocketAddress> DNS_SERVER = address(Values.SOCKET_ADDRESS, Values::dnsServer);
    public static final Form<String> FILE = path("the path of a file");
    public static final Form<String> FOLDER = path("the path of a folder");
    public static final Form<Cidr> BLOCK =
            new Form<>("a CIDR block", Values::block, Cidr::toString, "{\"type\":\"string\"}");
    public static final Form<String> HOST = Form.text("NAME or *.NAME", Values::word);
    public static final Form<String> WORD = Form.text("a word", text -> text);
    public static final Form<String> VARIABLE = Form.text(Values.VARIABLE, Values::variableName);
    public static final Form<String> SANDBOX_PATH = Form.text(Values.SANDBOX_PATH, Values::sandboxPath);
    public static final Form<Boolean> REFUSE_OR_CONTINUE = Form.words(two("refuse", true, "continue", false));
    public static final Form<Duration> ZERO_OR_MORE =
            Form.duration("0s, or " + Values.DURATION.replace(" above zero", ""), Forms::zeroOrMore);

    /** Forms of text that is never a secret. */
    private static final List<Form<String>> OPEN = List.of(FILE, FOLDER, HOST, VARIABLE, SANDBOX_PATH);

    private Forms() {}

    private static Form<InetSocketAddress> address(String expected, Section.Reading<InetSocketAddress> read) {
        return new Form<>(
                expected,
                read,
                address -> address.getAddress().getHostAddress() + ":" + address.getPort(),
                "{\"type\":\"string\"}");
    }

    private static Form<String> path(String expected) {
        return Form.text(expected, text -> text.isEmpty() ? null : text);
    }

    /** Returns two words with their meanings. */
    public static <T> SequencedMap<String, T> two(String first, T firstMeans, String second, T secondMeans) {
        SequencedMap<String, T> words = new LinkedHashMap<>();
        words.put(first, firstMeans);
        words.put(second, secondMeans);
        return words;
    }

    /** Returns the words of an enum. */
    public static <T extends Enum<T>> Form<T> words(T[] values, Function<T, String> word) {
        SequencedMap<String, T> words = new LinkedHashMap<>();
        Arrays.stream(values).forEach(value -> words.put(word.apply(value), value));
        return Form.words(words);
    }

    /** Returns a value for people; null where it is free text, or of another type that could hold a secret. */
    static <T> @Nullable String shown(Form<T> form, T value) {
        return switch (value) {
            case Number _, Boolean _, Duration _, InetSocketAddress _, Cidr _, Enum<?> _ ->
                form.write().apply(value);
            case String text when OPEN.contains(form) -> text;
            default -> null;
        };
    }

    /** Returns several values for people, as {@link #shown(Form, Object)} does. */
    static <T> @Nullable String shown(Form<T> form, List<T> values) {
        List<String> shown = values.stream()
                .map(value -> shown(form, value))
                .filter(Objects::nonNull)
                .toList();
        return shown.size() < values.size() ? null : "[" + String.join(", ", shown) + "]";
    }

    private static @Nullable Duration zeroOrMore(String text) {
        return text.equals("0s") ? Duration.ZERO : Values.duration(text);
    }
}
