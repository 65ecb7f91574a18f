package io.sallyport.decision;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Blocks of addresses as obligations write them, {@code 10.0.0.0/8}. */
final class AddressBlocks {
    private record Block(String text, InetAddress start, int prefix) {
        /** Whether every address of {@code other} is in this. */
        boolean covers(Block other) {
            byte[] own = start.getAddress();
            byte[] its = other.start.getAddress();
            return own.length == its.length && prefix <= other.prefix && sharesPrefix(own, its);
        }

        private boolean sharesPrefix(byte[] one, byte[] other) {
            for (int bit = 0; bit < prefix; bit++) {
                int mask = 0x80 >> (bit & 7);
                if ((one[bit >> 3] & mask) != (other[bit >> 3] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    private AddressBlocks() {}

    /**
     * The blocks that are in both lists. An empty list means public addresses, which are no block: where one list is empty
     * and the other is not, nothing is known to be in both.
     *
     * @return null where nothing is in both
     */
    static @Nullable List<String> inBoth(List<String> one, List<String> other) {
        if (one.equals(other)) {
            return one;
        }
        List<Block> left = blocks(one);
        List<Block> right = blocks(other);
        var both = new ArrayList<String>();
        for (Block block : left) {
            for (Block second : right) {
                if (second.covers(block)) {
                    both.add(block.text());
                } else if (block.covers(second)) {
                    both.add(second.text());
                }
            }
        }
        return both.isEmpty() ? null : both.stream().distinct().toList();
    }

    private static List<Block> blocks(List<String> texts) {
        var blocks = new ArrayList<Block>();
        for (String text : texts) {
            Block block = block(text);
            if (block != null) {
                blocks.add(block);
            }
        }
        return blocks;
    }

    private static @Nullable Block block(String text) {
        int slash = text.indexOf('/');
        try {
            InetAddress start = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
            int bits = start.getAddress().length * Byte.SIZE;
            int prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
            return prefix < 0 || prefix > bits ? null : new Block(text, start, prefix);
        } catch (IllegalArgumentException _) {
            return null; // no block that is known here, so nothing is in it
        }
    }
}
