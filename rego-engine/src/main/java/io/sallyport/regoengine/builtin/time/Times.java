package io.sallyport.regoengine.builtin.time;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneRulesProvider;
import java.util.List;
import java.util.Map;

/**
 * The {@code time.*} family. Times are nanoseconds since 1970, alone or in an array with the name of a zone and a
 * layout. The zone {@code Local} is UTC, so that answers do not depend on the machine.
 */
public final class Times {
    public static final List<Builtin> ALL = List.of(
            Builtin.nullary("time.now_ns", context -> RegoNumber.of(context.epochNanos())),
            Builtin.binary("time.parse_ns", Times::parse),
            Builtin.unary("time.parse_rfc3339_ns", Times::parseRfc3339),
            Builtin.unary("time.parse_duration_ns", Times::parseDuration),
            Builtin.unary("time.format", Times::format),
            Builtin.unary("time.date", Times::date),
            Builtin.unary("time.clock", Times::clock),
            Builtin.unary("time.weekday", Times::weekday),
            Builtin.variadic("time.add_date", 4, Times::addDate),
            Builtin.binary("time.diff", Times::diff));

    /** Names of the tz database that the JDK leaves out. */
    private static final Map<String, ZoneId> SPECIAL = Map.of(
            "EST", TimeFormatter.EST,
            "MST", TimeFormatter.MST,
            "HST", TimeFormatter.HST,
            "ROC", ZoneId.of("Asia/Taipei"));

    /** The cost of looking up a zone and splitting a time into fields, in steps. */
    private static final int STEPS = 30;

    private Times() {}

    private static RegoValue parse(BuiltinContext context, RegoValue layout, RegoValue text) {
        String format = Operands.text(layout, 1);
        String value = Operands.text(text, 2);
        context.fuel().read(STEPS + 8L * format.length() + value.length());
        return RegoNumber.of(TimeParser.epochNanos(TimeParser.parse(value, TimeLayout.of(format))));
    }

    private static RegoValue parseRfc3339(BuiltinContext context, RegoValue text) {
        String value = Operands.text(text, 1);
        context.fuel().read(STEPS + value.length());
        return RegoNumber.of(TimeParser.epochNanos(TimeParser.parse(value, TimeLayout.RFC3339)));
    }

    private static RegoValue parseDuration(BuiltinContext context, RegoValue text) {
        String value = Operands.text(text, 1);
        context.fuel().read(STEPS + value.length());
        return RegoNumber.of(Durations.parse(value));
    }

    /** Returns a time in its zone. */
    private static ZonedDateTime time(BuiltinContext context, RegoValue operand) {
        context.fuel().steps(STEPS);
        if (operand instanceof RegoArray array && array.size() > 0) {
            ZoneId zone = array.size() > 1 ? zone(Operands.text(array.get(1), 1)) : ZoneOffset.UTC;
            return at(Operands.number(array.get(0), 1), zone);
        }
        if (operand instanceof RegoNumber number) {
            return at(number, ZoneId.of("UTC"));
        }
        throw BuiltinError.operand(1, operand, "either number (ns) or [number (ns), string (tz)]");
    }

    private static ZonedDateTime at(RegoNumber nanos, ZoneId zone) {
        BigDecimal exact = nanos.decimal();
        if (exact.stripTrailingZeros().scale() > 0 || exact.toBigInteger().bitLength() >= Long.SIZE) {
            throw new BuiltinError("timestamp too big");
        }
        long value = exact.longValueExact();
        return Instant.ofEpochSecond(Math.floorDiv(value, 1_000_000_000L), Math.floorMod(value, 1_000_000_000L))
                .atZone(zone);
    }

    /** Returns the zone with this name in the tz database. */
    private static ZoneId zone(String name) {
        if (name.isEmpty() || name.equals("UTC") || name.equals("Local")) {
            return ZoneId.of("UTC");
        }
        ZoneId special = SPECIAL.get(name);
        if (special != null) {
            return special;
        }
        if (name.startsWith("SystemV/")
                || !ZoneRulesProvider.getAvailableZoneIds().contains(name)) {
            throw new BuiltinError("unknown time zone " + name);
        }
        return ZoneId.of(name);
    }

    private static RegoValue format(BuiltinContext context, RegoValue operand) {
        ZonedDateTime time = time(context, operand);
        String layout = operand instanceof RegoArray array && array.size() > 2 ? Operands.text(array.get(2), 1) : "";
        context.fuel().makeText(64 + 8L * layout.length());
        return RegoString.of(
                TimeFormatter.format(time, layout.isEmpty() ? TimeLayout.RFC3339_NANO : TimeLayout.of(layout)));
    }

    private static RegoArray numbers(int... numbers) {
        RegoArray array = RegoArray.growing(numbers.length);
        for (int number : numbers) {
            array.append(RegoNumber.of(number));
        }
        return array;
    }

    private static RegoValue date(BuiltinContext context, RegoValue operand) {
        ZonedDateTime time = time(context, operand);
        return numbers(time.getYear(), time.getMonthValue(), time.getDayOfMonth());
    }

    private static RegoValue clock(BuiltinContext context, RegoValue operand) {
        ZonedDateTime time = time(context, operand);
        return numbers(time.getHour(), time.getMinute(), time.getSecond());
    }

    private static RegoValue weekday(BuiltinContext context, RegoValue operand) {
        return RegoString.of(TimeFormatter.weekday(time(context, operand)));
    }

    /** Days beyond the end of the month overflow into the next one. */
    private static RegoValue addDate(BuiltinContext context, RegoValue[] operands) {
        ZonedDateTime time = time(context, operands[0]);
        long years = Operands.integer(operands[1], 2);
        long months = Operands.integer(operands[2], 3);
        long days = Operands.integer(operands[3], 4);
        try {
            LocalDate date = LocalDate.of(time.getYear(), time.getMonthValue(), 1)
                    .plusYears(years)
                    .plusMonths(months)
                    .plusDays(Math.addExact(days, time.getDayOfMonth() - 1L));
            return RegoNumber.of(TimeParser.epochNanos(utc(date.atTime(time.toLocalTime()), time.getZone())));
        } catch (DateTimeException | ArithmeticException e) {
            throw new BuiltinError("time outside of valid range");
        }
    }

    /** Of the two offsets around a transition, returns the one that Go's {@code time.Date} uses. */
    private static LocalDateTime utc(LocalDateTime local, ZoneId zone) {
        Instant asUtc = local.toInstant(ZoneOffset.UTC);
        ZoneOffset guess = zone.getRules().getOffset(asUtc);
        ZoneOffset offset = zone.getRules().getOffset(asUtc.minusSeconds(guess.getTotalSeconds()));
        return local.minusSeconds(offset.getTotalSeconds());
    }

    private static RegoValue diff(BuiltinContext context, RegoValue a, RegoValue b) {
        ZonedDateTime one = time(context, a);
        ZonedDateTime other = time(context, b).withZoneSameInstant(one.getZone());
        return one.isAfter(other) ? between(other, one) : between(one, other);
    }

    /**
     * Borrows from the next larger unit if one is negative; a borrowed month has the length of the earlier date's
     * month.
     */
    private static RegoArray between(ZonedDateTime early, ZonedDateTime late) {
        int seconds = late.getSecond() - early.getSecond();
        int minutes = late.getMinute() - early.getMinute() + (seconds < 0 ? -1 : 0);
        int hours = late.getHour() - early.getHour() + (minutes < 0 ? -1 : 0);
        int days = late.getDayOfMonth() - early.getDayOfMonth() + (hours < 0 ? -1 : 0);
        int months = late.getMonthValue() - early.getMonthValue() + (days < 0 ? -1 : 0);
        int years = late.getYear() - early.getYear() + (months < 0 ? -1 : 0);
        int monthLength = early.toLocalDate().lengthOfMonth();
        return numbers(
                years,
                Math.floorMod(months, 12),
                days < 0 ? days + monthLength : days,
                Math.floorMod(hours, 24),
                Math.floorMod(minutes, 60),
                Math.floorMod(seconds, 60));
    }
}
