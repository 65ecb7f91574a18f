package io.sallyport.regoengine.builtin.net;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Computes the smallest set of networks that covers the same addresses, as {@code net.cidr_merge} does. */
final class CidrMerge {
    private static final BigInteger V4_FIRST = BigInteger.valueOf(0xffff_0000_0000L);

    private CidrMerge() {}

    /** A given network: its text, and its first and last address as numbers. */
    record Block(String text, BigInteger first, BigInteger last) {
        static Block of(GoCidr cidr) {
            return of(cidr.toString(), cidr);
        }

        static Block of(String text, GoCidr cidr) {
            BigInteger first = number(cidr.base());
            return new Block(text, first, first.add(cidr.size()).subtract(BigInteger.ONE));
        }

        /** Returns the address before the first, or the first itself if it is the first of its family. */
        BigInteger before() {
            return first.signum() == 0 || first.equals(V4_FIRST) ? first : first.subtract(BigInteger.ONE);
        }
    }

    static BigInteger number(GoIpAddress address) {
        return new BigInteger(Long.toUnsignedString(address.high()))
                .shiftLeft(64)
                .or(new BigInteger(Long.toUnsignedString(address.low())));
    }

    private static GoIpAddress address(BigInteger number) {
        return new GoIpAddress(number.shiftRight(64).longValue(), number.longValue());
    }

    /** Returns the networks as texts; a network that was not merged keeps its text. */
    static List<String> merge(List<Block> blocks) {
        List<Block> sorted = new ArrayList<>(blocks);
        sorted.sort(Comparator.comparing(Block::last).thenComparing(Block::first));
        List<String> merged = new ArrayList<>();
        while (!sorted.isEmpty()) {
            Block block = sorted.removeLast();
            boolean alone = true;
            while (!sorted.isEmpty() && block.before().compareTo(sorted.getLast().last) <= 0) {
                block = new Block("", sorted.removeLast().first.min(block.first), block.last);
                alone = false;
            }
            if (alone) {
                merged.add(block.text);
            } else {
                split(block, merged);
            }
        }
        return merged;
    }

    /** Splits a range into the largest networks that fit, starting at its first address. */
    private static void split(Block range, List<String> out) {
        BigInteger from = range.first;
        while (from.compareTo(range.last) <= 0) {
            int hostBits = Math.min(
                    range.last.subtract(from).add(BigInteger.ONE).bitLength() - 1,
                    from.signum() == 0 ? 128 : from.getLowestSetBit());
            out.add(new GoCidr(address(from), 128 - hostBits).toString());
            from = from.add(BigInteger.ONE.shiftLeft(hostBits));
        }
    }
}
