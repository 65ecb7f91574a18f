package io.sallyport.regoengine.builtin.net;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.Elements;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The {@code net.cidr_*} family: operates on networks given as texts, without look-ups. */
public final class Cidrs {
    public static final List<Builtin> ALL = List.of(
            Builtin.binary("net.cidr_contains", Cidrs::contains),
            Builtin.binary("net.cidr_overlap", Cidrs::contains),
            Builtin.binary("net.cidr_intersects", Cidrs::intersects),
            Builtin.binary("net.cidr_contains_matches", Cidrs::containsMatches),
            Builtin.unary("net.cidr_expand", Cidrs::expand),
            Builtin.unary("net.cidr_merge", Cidrs::merge),
            Builtin.unary("net.cidr_is_valid", Cidrs::isValid));

    /** The cost of parsing an address or a network, in steps. */
    private static final int STEPS = 10;

    private Cidrs() {}

    private static GoCidr cidr(BuiltinContext context, RegoValue operand) {
        context.fuel().steps(STEPS);
        RegoString text = Operands.string(operand, 1);
        if (text.prepared() instanceof GoCidr known) {
            return known;
        }
        GoCidr cidr = GoCidr.parse(text.text());
        if (cidr == null) {
            throw new BuiltinError("invalid CIDR address: " + text.text());
        }
        text.prepare(cidr);
        return cidr;
    }

    private static RegoValue contains(BuiltinContext context, RegoValue network, RegoValue addressOrNetwork) {
        return RegoBoolean.of(holds(context, network, addressOrNetwork));
    }

    private static boolean holds(BuiltinContext context, RegoValue network, RegoValue addressOrNetwork) {
        GoCidr outer = cidr(context, network);
        String text = Operands.text(addressOrNetwork, 1);
        GoIpAddress address = GoIpAddress.parse(text);
        if (address != null) {
            return outer.contains(address);
        }
        GoCidr inner = GoCidr.parse(text);
        if (inner == null) {
            throw new BuiltinError("not a valid textual representation of an IP address or CIDR: " + text);
        }
        return outer.contains(inner);
    }

    private static RegoValue intersects(BuiltinContext context, RegoValue a, RegoValue b) {
        GoCidr one = cidr(context, a);
        GoCidr other = cidr(context, b);
        return RegoBoolean.of(one.contains(other.base()) || other.contains(one.base()));
    }

    private static RegoValue isValid(BuiltinContext context, RegoValue operand) {
        context.fuel().steps(STEPS);
        return RegoBoolean.of(operand instanceof RegoString string && GoCidr.parse(string.text()) != null);
    }

    private static RegoValue expand(BuiltinContext context, RegoValue operand) {
        GoCidr cidr = cidr(context, operand);
        long count = cidr.size().min(BigInteger.valueOf(Integer.MAX_VALUE)).longValue();
        context.fuel().makeValues(count * STEPS);
        RegoSet addresses = RegoSet.growing();
        for (long i = 0; i < count; i++) {
            GoIpAddress base = cidr.base();
            addresses.add(RegoString.of(new GoIpAddress(base.high(), base.low() + i).toString()));
        }
        return addresses;
    }

    private static RegoValue merge(BuiltinContext context, RegoValue operand) {
        List<CidrMerge.Block> blocks = new ArrayList<>();
        if (!(operand instanceof RegoArray) && !(operand instanceof RegoSet)) {
            throw new BuiltinError("operand must be an array");
        }
        for (int i = 0; Elements.reaches(operand, i); i++) {
            blocks.add(block(context, Elements.value(operand, i)));
        }
        context.fuel().makeValues(STEPS * (long) blocks.size());
        RegoSet merged = RegoSet.growing();
        for (String network : CidrMerge.merge(blocks)) {
            merged.add(RegoString.of(network));
        }
        return merged;
    }

    /** Returns a network; an IPv4 address means the network of its class. */
    private static CidrMerge.Block block(BuiltinContext context, RegoValue element) {
        context.fuel().steps(STEPS);
        if (!(element instanceof RegoString string)) {
            throw new BuiltinError("element must be string");
        }
        GoIpAddress address = GoIpAddress.parse(string.text());
        if (address == null) {
            return CidrMerge.Block.of(cidr(context, element));
        }
        if (!address.isV4()) {
            throw new BuiltinError("IPv6 invalid: needs prefix length");
        }
        int bits = classBits((int) (address.low() >>> 24 & 255));
        int fixed = GoCidr.V4_OFFSET + bits;
        return CidrMerge.Block.of(address + "/" + bits, new GoCidr(address.masked(fixed), fixed));
    }

    private static int classBits(int firstByte) {
        return firstByte < 0x80 ? 8 : firstByte < 0xC0 ? 16 : 24;
    }

    /** A network or address, and what represents it in the answer. */
    private record Indexed(RegoValue network, RegoValue index) {}

    private static RegoValue containsMatches(BuiltinContext context, RegoValue networks, RegoValue others) {
        List<Indexed> outer = indexed(context, networks, 1);
        List<Indexed> inner =
                outer.isEmpty() ? List.of() : indexed(context, others, 2); // as in OPA, which then ignores them
        RegoSet matches = RegoSet.growing();
        for (Indexed a : outer) {
            for (Indexed b : inner) {
                if (holds(context, a.network, b.network)) {
                    context.fuel().makeValues(2);
                    matches.add(RegoArray.of(a.index, b.index));
                }
            }
        }
        return matches;
    }

    private static List<Indexed> indexed(BuiltinContext context, RegoValue operand, int position) {
        List<Indexed> indexed = new ArrayList<>();
        context.fuel().makeValues(operand.weight());
        if (operand instanceof RegoString) {
            indexed.add(new Indexed(operand, operand));
        }
        for (int i = 0; Elements.reaches(operand, i); i++) { // as in OPA, any other kind contains no networks
            indexed.add(new Indexed(network(Elements.value(operand, i), position), Elements.key(operand, i)));
        }
        return indexed;
    }

    private static RegoValue network(RegoValue element, int position) {
        return switch (element) {
            case RegoString string -> string;
            case RegoArray array when array.size() > 0 -> array.get(0);
            default -> throw new BuiltinError("operand " + position + ": element must be string or non-empty array");
        };
    }
}
