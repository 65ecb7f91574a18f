package io.sallyport.model.host;

import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A block of addresses (RFC 4632, RFC 4291 section 2.3) whose host bits are zero. Immutable. */
public record Cidr(IpAddress first, int prefix) {
    private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

    public Cidr {
        if (prefix < 0 || prefix > first.bits()) {
            throw new IllegalArgumentException("prefix: " + prefix + " (expected: 0.." + first.bits() + ")");
        }
        if (!first.isZeroAfter(prefix)) {
            throw new IllegalArgumentException("host bits are set in " + first + "/" + prefix);
        }
    }

    /**
     * Parses {@code ADDRESS/LENGTH}, or {@code ADDRESS} for a block of one address, with the address as in {@link
     * IpAddress#parse}. Never throws, never repairs.
     */
    public static Parsed<Cidr> parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        return switch (IpAddress.parse(address)) {
            case Rejected(var _, int _) -> new Rejected<>("not an address or ADDRESS/LENGTH");
            case Accepted(IpAddress first)
            when first.bits() == IpAddress.V4 && address.indexOf(':') >= 0 ->
                new Rejected<>("an IPv4-mapped block: write it as IPv4");
            case Accepted(IpAddress first) -> block(first, slash < 0 ? "" + first.bits() : text.substring(slash + 1));
        };
    }

    private static Parsed<Cidr> block(IpAddress first, String length) {
        int prefix = LENGTH.matcher(length).matches() ? Integer.parseInt(length) : -1;
        if (prefix < 0 || prefix > first.bits()) {
            return new Rejected<>("the length of a prefix is 0 to " + first.bits());
        }
        return first.isZeroAfter(prefix)
                ? new Accepted<>(new Cidr(first, prefix))
                : new Rejected<>("host bits are set");
    }

    /** Returns the blocks among {@code texts}; a text that is not a block opens nothing. */
    public static List<Cidr> among(List<String> texts) {
        List<Cidr> blocks = new ArrayList<>();
        for (String text : texts) {
            if (parse(text) instanceof Accepted(Cidr block)) {
                blocks.add(block);
            }
        }
        return List.copyOf(blocks);
    }

    /**
     * Returns the block of a constant.
     *
     * @throws IllegalArgumentException if {@code text} is not a block
     */
    public static Cidr of(String text) {
        return switch (parse(text)) {
            case Accepted(Cidr block) -> block;
            case Rejected(String why, int _) -> throw new IllegalArgumentException(text + ": " + why);
        };
    }

    public boolean contains(IpAddress address) {
        return address.sharesPrefix(first, prefix);
    }

    /** Returns whether every address of {@code other} is in this block. */
    public boolean contains(Cidr other) {
        return other.prefix >= prefix && contains(other.first);
    }

    /** Returns whether any address is in both blocks. */
    public boolean overlaps(Cidr other) {
        return contains(other) || other.contains(this);
    }

    @Override
    public String toString() {
        return first + "/" + prefix;
    }
}
