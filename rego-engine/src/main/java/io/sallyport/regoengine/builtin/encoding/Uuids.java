package io.sallyport.regoengine.builtin.encoding;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The {@code uuid.*} family and {@code rand.intn}; a random result is the same for the same key within one evaluation.
 */
public final class Uuids {
    public static final List<Builtin> ALL = List.of(
            Builtin.unary("uuid.parse", Uuids::parse),
            Builtin.unary("uuid.rfc4122", Uuids::random),
            Builtin.binary("rand.intn", Uuids::randomInteger));

    private static final String PREFIX = "urn:uuid:";
    private static final int LENGTH = 36;

    private Uuids() {}

    private record RandomKey(RegoValue key) {}

    private record IntegerKey(String key, long bound) {}

    private static RegoValue random(BuiltinContext context, RegoValue key) {
        context.fuel().makeText(LENGTH);
        return context.keep(RegoString.class, new RandomKey(key), any -> RegoString.of(version4(context.random())));
    }

    private static String version4(RandomGenerator random) {
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() & ~(3L << 62)) | 1L << 63;
        return new UUID(high, low).toString();
    }

    private static RegoValue randomInteger(BuiltinContext context, RegoValue key, RegoValue bound) {
        String name = Operands.text(key, 1);
        long most = Math.absExact(Operands.integer(bound, 2));
        context.fuel().read(name.length());
        if (most == 0) {
            return RegoNumber.of(0);
        }
        return context.keep(
                RegoNumber.class,
                new IntegerKey(name, most),
                any -> RegoNumber.of(context.random().nextLong(most)));
    }

    private static @Nullable RegoValue parse(BuiltinContext context, RegoValue operand) {
        String digits = digits(Operands.text(operand, 1));
        context.fuel().makeValues(8);
        return digits == null ? null : describe(HexFormat.of().parseHex(digits));
    }

    /** Returns the 32 digits of a UUID in any of its forms, or null. */
    private static @Nullable String digits(String text) {
        String inner = switch (text.length()) {
            case LENGTH, 32 -> text;
            case LENGTH + 2 -> text.substring(1, LENGTH + 1);
            case LENGTH + 9 ->
                text.regionMatches(true, 0, PREFIX, 0, PREFIX.length()) ? text.substring(PREFIX.length()) : "";
            default -> "";
        };
        String digits = inner.length() == LENGTH && hasDashes(inner) ? withoutDashes(inner) : inner;
        return digits.length() == 32 && digits.chars().allMatch(HexFormat::isHexDigit) ? digits : null;
    }

    private static boolean hasDashes(String text) {
        return text.charAt(8) == '-' && text.charAt(13) == '-' && text.charAt(18) == '-' && text.charAt(23) == '-';
    }

    private static String withoutDashes(String text) {
        return text.substring(0, 8)
                + text.substring(9, 13)
                + text.substring(14, 18)
                + text.substring(19, 23)
                + text.substring(24);
    }

    private static RegoObject describe(byte[] bytes) {
        EntryObject described = RegoObject.growing();
        int version = (bytes[6] & 0xFF) >> 4;
        described.put("version", RegoNumber.of(version));
        described.put("variant", RegoString.of(variant(bytes[8] & 0xFF)));
        if (version == 1 || version == 2) {
            described.put("time", RegoNumber.of(epochNanos(bytes)));
            described.put("nodeid", RegoString.of(HexFormat.ofDelimiter("-").formatHex(bytes, 10, 16)));
            described.put("macvariables", RegoString.of(kindOfMac(bytes[10])));
            described.put("clocksequence", RegoNumber.of(unsigned(bytes, 8, 2) & 0x3FFF));
        }
        if (version == 2) {
            described.put("id", RegoNumber.of(unsigned(bytes, 0, 4)));
            described.put("domain", RegoString.of(domain(bytes[9])));
        }
        return described;
    }

    private static long unsigned(byte[] bytes, int from, int count) {
        long number = 0;
        for (int i = 0; i < count; i++) {
            number = number << 8 | (bytes[from + i] & 0xFF);
        }
        return number;
    }

    /** A UUID counts in units of 100 ns from 1582-10-15. */
    private static long epochNanos(byte[] bytes) {
        long ticks = unsigned(bytes, 0, 4) | unsigned(bytes, 4, 2) << 32 | (unsigned(bytes, 6, 2) & 0xFFF) << 48;
        return (ticks - 0x01B2_1DD2_1381_4000L) * 100;
    }

    private static String variant(int bits) {
        if ((bits & 0xC0) == 0x80) {
            return "RFC4122";
        }
        return switch (bits & 0xE0) {
            case 0xC0 -> "Microsoft";
            case 0xE0 -> "Future";
            default -> "Reserved";
        };
    }

    private static String kindOfMac(byte first) {
        return ((first & 2) != 0 ? "local:" : "global:") + ((first & 1) != 0 ? "multicast" : "unicast");
    }

    private static String domain(byte number) {
        return switch (number) {
            case 0 -> "Person";
            case 1 -> "Group";
            case 2 -> "Org";
            default -> "Domain" + (number & 0xFF);
        };
    }
}
