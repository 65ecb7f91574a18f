package io.sallyport.regoengine.builtin.time;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Formats a time with a layout of Go's {@code time}. Confined to one call. */
final class TimeFormatter {
    private static final DateTimeFormatter ZONE_NAME = DateTimeFormatter.ofPattern("zzz", Locale.ENGLISH);

    private static final DateTimeFormatter OFFSET = DateTimeFormatter.ofPattern("x", Locale.ENGLISH);

    static final ZoneOffset EST = ZoneOffset.ofHours(-5);
    static final ZoneOffset MST = ZoneOffset.ofHours(-7);
    static final ZoneOffset HST = ZoneOffset.ofHours(-10);
    private static final Map<ZoneId, String> FIXED =
            Map.of(ZoneId.of("UTC"), "UTC", EST, "EST", MST, "MST", HST, "HST");

    /** Zones that the JDK names and today's tz database does not. */
    private static final Set<String> NUMERIC = Set.of(
            "Africa/Casablanca",
            "Africa/El_Aaiun",
            "Antarctica/Casey",
            "Antarctica/Troll",
            "Asia/Colombo",
            "Atlantic/Azores",
            "Europe/Minsk");

    /** Names of the Aleutian Islands. */
    private static final Map<String, String> RENAMED = Map.of("HAST", "HST", "HADT", "HDT");

    private final ZonedDateTime time;
    private final StringBuilder out = new StringBuilder();

    private TimeFormatter(ZonedDateTime time) {
        this.time = time;
    }

    static String format(ZonedDateTime time, TimeLayout layout) {
        TimeFormatter formatter = new TimeFormatter(time);
        for (TimeLayout.Piece piece : layout.pieces()) {
            formatter.out.append(piece.text());
            TimeField field = piece.field();
            if (field == TimeField.FRACTION || field == TimeField.SHORT_FRACTION) {
                formatter.fraction(piece);
            } else if (field != null) {
                formatter.write(field);
            }
        }
        return formatter.out.toString();
    }

    private void write(TimeField field) {
        switch (field) {
            case LONG_MONTH -> out.append(time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
            case MONTH -> out.append(time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH), 0, 3);
            case LONG_WEEKDAY -> out.append(weekday(time));
            case WEEKDAY -> out.append(weekday(time), 0, 3);
            case ZONE_NAME -> out.append(zoneName());
            case ZERO_MONTH -> number(time.getMonthValue(), 2, '0');
            case NUM_MONTH -> number(time.getMonthValue(), 0, '0');
            case ZERO_DAY -> number(time.getDayOfMonth(), 2, '0');
            case UNDER_DAY -> number(time.getDayOfMonth(), 2, ' ');
            case DAY -> number(time.getDayOfMonth(), 0, '0');
            case ZERO_YEAR_DAY -> number(time.getDayOfYear(), 3, '0');
            case UNDER_YEAR_DAY -> number(time.getDayOfYear(), 3, ' ');
            case YEAR -> number(Math.abs(time.getYear()) % 100, 2, '0');
            case LONG_YEAR -> number(time.getYear(), 4, '0');
            case HOUR -> number(time.getHour(), 2, '0');
            case HOUR12 -> number(hour12(), 0, '0');
            case ZERO_HOUR12 -> number(hour12(), 2, '0');
            case MINUTE -> number(time.getMinute(), 0, '0');
            case ZERO_MINUTE -> number(time.getMinute(), 2, '0');
            case SECOND -> number(time.getSecond(), 0, '0');
            case ZERO_SECOND -> number(time.getSecond(), 2, '0');
            case UPPER_HALF -> out.append(time.getHour() >= 12 ? "PM" : "AM");
            case LOWER_HALF -> out.append(time.getHour() >= 12 ? "pm" : "am");
            default -> offset(field);
        }
    }

    /** Returns the full English name. */
    static String weekday(ZonedDateTime time) {
        return time.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }

    /** A zone without an abbreviation has its offset as the name, such as -03 or +0545. */
    private String zoneName() {
        String fixed = FIXED.get(time.getZone());
        if (fixed != null) {
            return fixed;
        }
        String name = ZONE_NAME.format(time);
        boolean isNumeric =
                NUMERIC.contains(time.getZone().getId()) || name.startsWith("GMT+") || name.startsWith("GMT-");
        if (isNumeric) {
            return OFFSET.format(time);
        }
        return time.getZone().getId().equals("MET") ? name.replace("CE", "ME") : RENAMED.getOrDefault(name, name);
    }

    private int hour12() {
        return time.getHour() % 12 == 0 ? 12 : time.getHour() % 12;
    }

    private void number(int number, int width, char pad) {
        String digits = Integer.toString(number);
        out.repeat(pad, Math.max(0, width - digits.length())).append(digits);
    }

    /** The example determines what is written: sign or Z, hours, and minutes and seconds with or without colons. */
    private void offset(TimeField field) {
        int seconds = time.getOffset().getTotalSeconds();
        if (seconds == 0 && field.isIso()) {
            out.append('Z');
            return;
        }
        out.append(seconds <= -60 ? '-' : '+');
        int absolute = Math.abs(seconds);
        int[] parts = {absolute / 3600, absolute / 60 % 60, absolute % 60};
        String example = field.example();
        int part = 0;
        for (int i = 1; i < example.length(); i += 2) {
            if (example.charAt(i) == ':') {
                out.append(':');
                i++;
            }
            number(parts[part++], 2, '0');
        }
    }

    private void fraction(TimeLayout.Piece piece) {
        String nanos = "%09d".formatted(time.getNano());
        String digits = piece.digits() <= 9 ? nanos.substring(0, piece.digits()) : nanos;
        if (piece.field() == TimeField.SHORT_FRACTION) {
            digits = digits.replaceAll("0+$", "");
            out.append(digits.isEmpty() ? "" : piece.separator() + digits);
        } else {
            out.append(piece.separator()).append(digits).repeat('0', Math.max(0, piece.digits() - 9));
        }
    }
}
