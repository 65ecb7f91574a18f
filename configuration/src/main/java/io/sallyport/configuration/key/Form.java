package io.sallyport.configuration.key;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The form of a value: how it is read and written, its description in messages and on pages, and its JSON Schema.
 *
 * @param expected description with unit and range, such as {@code a number from 1 to 10}
 * @param read returns null if a text does not have this form
 * @param schema a JSON object
 */
public record Form<T>(String expected, Section.Reading<T> read, Function<T, String> write, String schema) {
    private static final String TEXT = "{\"type\":\"string\"}";

    public static final Form<String> STRING = text("a string", text -> text.isEmpty() ? null : text);

    public static final Form<Boolean> TRUTH =
            new Form<>("true or false", Values::trueOrFalse, String::valueOf, "{\"type\":\"boolean\"}");

    public static final Form<Duration> DURATION = duration(Values.DURATION, Values::duration);

    /** Returns a form of text that only {@code read} checks. */
    public static <T> Form<T> text(String expected, Section.Reading<T> read) {
        return new Form<>(expected, read, String::valueOf, TEXT);
    }

    public static Form<Duration> duration(String expected, Section.Reading<Duration> read) {
        return new Form<>(expected, read, Form::written, TEXT);
    }

    public static Form<Integer> number(int least, int most) {
        return new Form<>(
                "a number from " + least + " to " + most,
                Values.number(least, most),
                String::valueOf,
                integer(BigInteger.valueOf(least), BigInteger.valueOf(most)));
    }

    public static Form<Integer> bytes(int least, int most) {
        return new Form<>(
                "a number of bytes from " + least + " to " + most,
                Values.number(least, most),
                String::valueOf,
                integer(BigInteger.valueOf(least), BigInteger.valueOf(most)));
    }

    public static Form<Long> amount(long least, long most) {
        return new Form<>(
                "a number of bytes from " + least + " to " + most,
                Values.amount(least, most),
                String::valueOf,
                integer(BigInteger.valueOf(least), BigInteger.valueOf(most)));
    }

    /** Returns a form that accepts only these words. */
    public static <T> Form<T> words(SequencedMap<String, T> words) {
        String listed = String.join(", ", words.keySet()).replaceFirst(", ([^,]*)$", " or $1");
        String quoted = words.keySet().stream().map(word -> "\"" + word + "\"").collect(Collectors.joining(","));
        return new Form<>(listed, words::get, value -> word(words, value), "{\"enum\":[" + quoted + "]}");
    }

    private static <T> String word(Map<String, T> words, T value) {
        return words.entrySet().stream()
                .filter(each -> each.getValue().equals(value))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private static String integer(BigInteger least, BigInteger most) {
        return "{\"type\":\"integer\",\"minimum\":" + least + ",\"maximum\":" + most + "}";
    }

    /** Returns a copy that also accepts an unquoted number in the file. */
    public Form<T> orNumber() {
        return new Form<>(expected, read, write, "{\"type\":[\"string\",\"integer\"]}");
    }

    private static String written(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        return seconds > 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    @Nullable
    public T of(String text) {
        return read.read(text);
    }
}
