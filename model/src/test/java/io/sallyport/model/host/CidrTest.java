package io.sallyport.model.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.model.text.Parsed;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrTest {
    private static final long SEED = 20_260_718L;

    @Test
    void containsWhatArithmeticSaysForEveryPrefixLengthOfBothFamilies() {
        Random random = new Random(SEED);
        for (int bytes : new int[] {4, 16}) {
            for (int prefix = 0; prefix <= bytes * 8; prefix++) {
                for (int round = 0; round < 20; round++) {
                    agreesWithArithmetic(random, bytes, prefix);
                }
            }
        }
    }

    @Test
    void endsExactlyAtItsFirstAndLastAddress() {
        for (int bytes : new int[] {4, 16}) {
            int bits = bytes * 8;
            for (int prefix = 1; prefix <= bits; prefix++) {
                BigInteger size = BigInteger.ONE.shiftLeft(bits - prefix);
                BigInteger first = BigInteger.ONE.shiftLeft(bits - 1).subtract(size);
                Cidr block = new Cidr(address(first, bytes), prefix);

                String which = block.toString();
                assertThat(block.contains(address(first, bytes))).as(which).isTrue();
                assertThat(block.contains(address(first.add(size).subtract(BigInteger.ONE), bytes)))
                        .as(which)
                        .isTrue();
                assertThat(block.contains(address(first.add(size), bytes)))
                        .as(which)
                        .isFalse();
                if (first.signum() > 0) {
                    assertThat(block.contains(address(first.subtract(BigInteger.ONE), bytes)))
                            .as(which)
                            .isFalse();
                }
            }
        }
    }

    @Test
    void refusesEverySetHostBit() {
        for (int bytes : new int[] {4, 16}) {
            int bits = bytes * 8;
            for (int prefix = 0; prefix < bits; prefix++) {
                for (int bit = prefix; bit < bits; bit++) {
                    IpAddress address = address(BigInteger.ONE.shiftLeft(bits - 1 - bit), bytes);
                    if (address.bits() == bits) {
                        assertThat(Cidr.parse(address + "/" + prefix))
                                .as(address + "/" + prefix)
                                .isInstanceOf(Parsed.Rejected.class);
                    }
                }
            }
        }
        assertThatThrownBy(() -> new Cidr(IpAddress.of(new byte[] {10, 0, 0, 1}), 8))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void overlapsIffOneContainsTheOther() {
        assertThat(block("10.0.0.0/8").overlaps(block("10.1.0.0/16"))).isTrue();
        assertThat(block("10.1.0.0/16").overlaps(block("10.0.0.0/8"))).isTrue();
        assertThat(block("10.0.0.0/16").overlaps(block("10.1.0.0/16"))).isFalse();
        assertThat(block("0.0.0.0/0").overlaps(block("::/0"))).isFalse();
    }

    @Test
    void neverMixesTheFamilies() {
        assertThat(block("0.0.0.0/0").contains(address("::1"))).isFalse();
        assertThat(block("::/0").contains(address("0.0.0.0"))).isFalse();
        assertThat(block("::/0").contains(block("10.0.0.0/8"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.0.0.0/8",
        "10.1.2.3, 10.1.2.3/32",
        "::1, ::1/128",
        "2001:DB8::/32, 2001:db8::/32",
        "0.0.0.0/0, 0.0.0.0/0",
        "::/0, ::/0"
    })
    void readsBlocksAndSingleAddresses(String written, String read) {
        assertThat(block(written)).hasToString(read);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/8",
                "10.0.0.0/",
                "10.0.0.0/33",
                "::/129",
                "10.0.0.0/08",
                "10.0.0.0/+8",
                "10.0.0.0/-1",
                "10.0.0.0/8/8",
                "10.0.0.0/8 ",
                " 10.0.0.0/8",
                "10.0.0/8",
                "10/8",
                "012.0.0.0/8",
                "0xa.0.0.0/8",
                "10.0.0.0.:8",
                "[fd00::]/8",
                "fd00::%1/8",
                "fd00:::/8",
                "localhost/8",
                "10.0.0.0/255.0.0.0",
                "10.0.0.1/8",
                "fd00::1/8",
                "::ffff:10.0.0.0/104",
                "::ffff:10.0.0.0",
                "10.0.0.0/99999999999"
            })
    void refusesWhatIsNoBlock(String text) {
        assertThat(Cidr.parse(text)).isInstanceOf(Parsed.Rejected.class);
    }

    private static void agreesWithArithmetic(Random random, int bytes, int prefix) {
        byte[] network = new byte[bytes];
        random.nextBytes(network);
        int bits = bytes * 8;
        BigInteger base = new BigInteger(1, network).shiftRight(bits - prefix).shiftLeft(bits - prefix);
        byte[] other = network.clone();
        other[random.nextInt(bytes)] ^= (byte) (1 << random.nextInt(8));
        IpAddress first = address(base, bytes);
        IpAddress probe = IpAddress.of(other);
        if (first.bits() != bits || probe.bits() != bits) {
            return;
        }
        boolean same =
                new BigInteger(1, other).xor(base).shiftRight(bits - prefix).signum() == 0;
        assertThat(new Cidr(first, prefix).contains(probe))
                .as("%s/%d contains %s (seed %d)", first, prefix, probe, SEED)
                .isEqualTo(same);
    }

    private static IpAddress address(BigInteger number, int bytes) {
        byte[] digits = number.toByteArray();
        byte[] padded = new byte[bytes];
        int length = Math.min(digits.length, bytes);
        System.arraycopy(digits, digits.length - length, padded, bytes - length, length);
        return IpAddress.of(padded);
    }

    private static IpAddress address(String text) {
        return ((Parsed.Accepted<IpAddress>) IpAddress.parse(text)).value();
    }

    private static Cidr block(String text) {
        return Cidr.of(text);
    }
}
