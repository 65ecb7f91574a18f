package io.sallyport.audit;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Writes wall-clock milliseconds as RFC 3339 in UTC, always with three decimals. Confined to one thread. */
final class Timestamps {
    private static final DateTimeFormatter TO_SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.").withZone(ZoneOffset.UTC);

    private long second = Long.MIN_VALUE;
    private String prefix = "";

    String text(long millis) {
        long of = Math.floorDiv(millis, 1000L);
        if (of != second) {
            prefix = TO_SECONDS.format(Instant.ofEpochSecond(of));
            second = of;
        }
        int rest = (int) Math.floorMod(millis, 1000L);
        return prefix + (char) ('0' + rest / 100) + (char) ('0' + rest / 10 % 10) + (char) ('0' + rest % 10) + 'Z';
    }
}
