package io.sallyport.demo;

import io.sallyport.testkit.Client.Ended;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Extracts the one line that says what the client saw. */
final class Telling {
    /** The last line that {@link Curl} prints. */
    private static final Pattern STATUSES = Pattern.compile("(?s)(.*)\\n(\\d{3}) (\\d{3})\\s*");

    private static final Pattern REASON = Pattern.compile("\"reason\":\"([a-z_]+)\"");

    private Telling() {}

    static String of(Ended ended) {
        Matcher statuses = STATUSES.matcher(ended.out());
        if (!statuses.matches()) {
            return "ended with " + ended.exit() + firstLine(ended.err());
        }
        String status = statuses.group(2);
        if (status.equals("000")) {
            return statuses.group(3) + firstLine(ended.err());
        }
        Matcher reason = REASON.matcher(statuses.group(1));
        return status + " "
                + (reason.find() ? reason.group(1) : statuses.group(1).strip());
    }

    private static String firstLine(String text) {
        return text.isBlank() ? "" : " " + text.strip().lines().findFirst().orElse("");
    }
}
