package io.sallyport.models;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The last event of a stream of OpenAI's, which says the usage and nothing else; clients that did not ask for it do not
 * expect an event without choices.
 */
final class UsageEvent {
    private static final int MAX_BYTES = 4_096;
    private static final Pattern NO_CHOICES = Pattern.compile("\"choices\"\\s*:\\s*\\[\\s*]");
    private static final Pattern USAGE = Pattern.compile("\"usage\"\\s*:\\s*\\{");

    private UsageEvent() {}

    static boolean is(byte[] event) {
        if (event.length > MAX_BYTES) {
            return false;
        }
        String text = new String(event, StandardCharsets.UTF_8);
        return NO_CHOICES.matcher(text).find() && USAGE.matcher(text).find();
    }
}
