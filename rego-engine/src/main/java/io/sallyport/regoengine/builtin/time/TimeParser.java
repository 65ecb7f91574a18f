package io.sallyport.regoengine.builtin.time;

import io.sallyport.regoengine.builtin.BuiltinError;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Parses a time with a layout like Go's {@code time.Parse}: runs of spaces are equivalent, fractions may follow seconds
 * even if not in the layout, weekdays are read but not checked. A zone name other than UTC counts as UTC. Confined to
 * one call.
 */
public final class TimeParser {
    private static final List<String> MONTHS = List.of(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December");
    private static final List<String> DAYS =
            List.of("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday");

    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

    private final TimeLayout layout;
    private final String text;
    private int at;

    private int year;
    private int month = -1;
    private int day = -1;
    private int dayOfYear = -1;
    private int hour;
    private int minute;
    private int second;
    private int nanos;
    private int offset;
    private String half = "";

    private TimeParser(String text, TimeLayout layout) {
        this.text = text;
        this.layout = layout;
    }

    /** Returns the time in UTC, with nanoseconds. */
    public static LocalDateTime parse(String text, TimeLayout layout) {
        return new TimeParser(text, layout).parse();
    }

    private LocalDateTime parse() {
        for (int i = 0; i < layout.pieces().size(); i++) {
            TimeLayout.Piece piece = layout.pieces().get(i);
            skip(piece.text());
            if (piece.field() != null) {
                read(piece.field(), piece, i);
            }
        }
        if (at < text.length()) {
            throw malformed("extra text");
        }
        return time();
    }

    private BuiltinError malformed(String why) {
        return new BuiltinError("parsing time \"" + text + "\": " + why);
    }

    private BuiltinError outOfRange(String what) {
        return malformed(what + " out of range");
    }

    private BuiltinError bad(String field) {
        return malformed("cannot parse \"" + text.substring(Math.min(at, text.length())) + "\" as \"" + field + "\"");
    }

    private boolean sees(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private boolean seesDigit(int place) {
        return place < text.length() && text.charAt(place) >= '0' && text.charAt(place) <= '9';
    }

    private void skip(String literal) {
        int i = 0;
        while (i < literal.length()) {
            if (literal.charAt(i) == ' ') {
                if (at < text.length() && !sees(' ')) {
                    throw bad(literal);
                }
                while (i < literal.length() && literal.charAt(i) == ' ') {
                    i++;
                }
                while (sees(' ')) {
                    at++;
                }
            } else {
                if (!sees(literal.charAt(i))) {
                    throw bad(literal);
                }
                at++;
                i++;
            }
        }
    }

    private void read(TimeField field, TimeLayout.Piece piece, int place) {
        switch (field) {
            case LONG_MONTH -> month = name(field, MONTHS, 0) + 1;
            case MONTH -> month = name(field, MONTHS, 3) + 1;
            case LONG_WEEKDAY -> name(field, DAYS, 0);
            case WEEKDAY -> name(field, DAYS, 3);
            case ZERO_MONTH, NUM_MONTH -> month = inRange("month", number(field, field == TimeField.ZERO_MONTH), 1, 12);
            case ZERO_DAY, DAY -> day = number(field, field == TimeField.ZERO_DAY);
            case UNDER_DAY -> day = padded(field, 1);
            case ZERO_YEAR_DAY, UNDER_YEAR_DAY -> dayOfYear = dayOfYear(field);
            case YEAR -> year = shortYear();
            case LONG_YEAR -> year = digits(field, 4);
            case HOUR -> hour = inRange("hour", number(field, false), 0, 23);
            case HOUR12, ZERO_HOUR12 -> hour = inRange("hour", number(field, field == TimeField.ZERO_HOUR12), 0, 12);
            case MINUTE, ZERO_MINUTE ->
                minute = inRange("minute", number(field, field == TimeField.ZERO_MINUTE), 0, 59);
            case SECOND, ZERO_SECOND -> {
                second = inRange("second", number(field, field == TimeField.ZERO_SECOND), 0, 59);
                unaskedFraction(place);
            }
            case UPPER_HALF, LOWER_HALF -> half = half(field);
            case ZONE_NAME -> at = new ZoneName(text, at).end();
            case FRACTION -> fraction(piece.digits());
            case SHORT_FRACTION -> shortFraction();
            default -> offset(field);
        }
    }

    /**
     * Returns the index in {@code names} of the name at the current position, ignoring case; compares only its first
     * {@code length} letters.
     */
    private int name(TimeField field, List<String> names, int length) {
        for (int i = 0; i < names.size(); i++) {
            String name = length == 0 ? names.get(i) : names.get(i).substring(0, length);
            if (text.regionMatches(true, at, name, 0, name.length())) {
                at += name.length();
                return i;
            }
        }
        throw bad(field.example());
    }

    private static int digit(char c) {
        return c - '0';
    }

    /** Parses one or two digits; exactly two if {@code fixed}. */
    private int number(TimeField field, boolean fixed) {
        if (!seesDigit(at) || (fixed && !seesDigit(at + 1))) {
            throw bad(field.example());
        }
        int number = digit(text.charAt(at++));
        return seesDigit(at) ? number * 10 + digit(text.charAt(at++)) : number;
    }

    private int padded(TimeField field, int spaces) {
        for (int i = 0; i < spaces && sees(' '); i++) {
            at++;
        }
        return number(field, false);
    }

    private int dayOfYear(TimeField field) {
        int spaces = field == TimeField.UNDER_YEAR_DAY ? 2 : 0;
        for (int i = 0; i < spaces && sees(' '); i++) {
            at++;
        }
        int from = at;
        int number = 0;
        while (at < from + 3 && seesDigit(at)) {
            number = number * 10 + digit(text.charAt(at++));
        }
        if (at == from || (field == TimeField.ZERO_YEAR_DAY && at != from + 3)) {
            throw bad(field.example());
        }
        return number;
    }

    private int digits(TimeField field, int count) {
        int number = 0;
        for (int i = 0; i < count; i++) {
            if (!seesDigit(at)) {
                throw bad(field.example());
            }
            number = number * 10 + digit(text.charAt(at++));
        }
        return number;
    }

    /** Years from 69 on are in the last century. */
    private int shortYear() {
        int two = digits(TimeField.YEAR, 2);
        return two >= 69 ? 1900 + two : 2000 + two;
    }

    private int inRange(String what, int number, int least, int most) {
        if (number < least || number > most) {
            throw outOfRange(what);
        }
        return number;
    }

    private String half(TimeField field) {
        for (String known : field == TimeField.UPPER_HALF ? List.of("AM", "PM") : List.of("am", "pm")) {
            if (text.startsWith(known, at)) {
                at += 2;
                return known;
            }
        }
        throw bad(field.example());
    }

    private boolean seesFraction() {
        return (sees('.') || sees(',')) && seesDigit(at + 1);
    }

    /** Parses a fraction after seconds even if the layout has none. */
    private void unaskedFraction(int place) {
        TimeField next = layout.pieces().get(place + 1).field();
        if (next != TimeField.FRACTION && next != TimeField.SHORT_FRACTION) {
            shortFraction();
        }
    }

    private void shortFraction() {
        if (!seesFraction()) {
            return;
        }
        int count = 1;
        while (seesDigit(at + 1 + count)) {
            count++;
        }
        fraction(count);
    }

    private void fraction(int count) {
        int end = at + 1 + count;
        if (end > text.length() || !(sees('.') || sees(','))) {
            throw bad("fraction");
        }
        nanos = 0;
        for (int i = 0; i < 9; i++) {
            boolean given = i < count;
            if (given && !seesDigit(at + 1 + i)) {
                throw bad("fraction");
            }
            nanos = nanos * 10 + (given ? digit(text.charAt(at + 1 + i)) : 0);
        }
        at = end;
    }

    /** The example determines which parts there are. */
    private void offset(TimeField field) {
        if (field.isIso() && sees('Z')) {
            at++;
            return;
        }
        if (!sees('+') && !sees('-')) {
            throw bad(field.example());
        }
        int sign = sees('-') ? -1 : 1;
        at++;
        int[] parts = new int[3];
        int part = 0;
        for (int i = 1; i < field.example().length(); i += 2) {
            if (field.example().charAt(i) == ':') {
                skip(":");
                i++;
            }
            parts[part++] = number(field, true);
        }
        inRange("time zone offset hour", parts[0], 0, 24);
        inRange("time zone offset minute", parts[1], 0, 60);
        inRange("time zone offset second", parts[2], 0, 60);
        offset = sign * ((parts[0] * 60 + parts[1]) * 60 + parts[2]);
    }

    private LocalDateTime time() {
        if (half.equalsIgnoreCase("pm") && hour < 12) {
            hour += 12;
        } else if (half.equalsIgnoreCase("am") && hour == 12) {
            hour = 0;
        }
        return date().atTime(hour, minute, second, nanos).minusSeconds(offset);
    }

    private LocalDate date() {
        try {
            if (dayOfYear < 0) {
                return LocalDate.of(year, Math.max(month, 1), day < 0 ? 1 : day);
            }
            LocalDate date = LocalDate.ofYearDay(year, dayOfYear);
            if ((month >= 0 && month != date.getMonthValue()) || (day >= 0 && day != date.getDayOfMonth())) {
                throw malformed("day-of-year does not match month or day");
            }
            return date;
        } catch (DateTimeException e) {
            throw outOfRange("day");
        }
    }

    /** Returns nanoseconds since 1970, which must fit into a long. */
    static long epochNanos(LocalDateTime time) {
        try {
            return ChronoUnit.NANOS.between(EPOCH, time);
        } catch (ArithmeticException e) {
            throw new BuiltinError("time outside of valid range");
        }
    }
}
