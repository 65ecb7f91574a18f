package io.sallyport.egress.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.IpAddress;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AddressClassTest {
    private static final long SEED = 7_180L;
    private static final int ROUNDS = 50_000;

    @Test
    void holdsEveryRowOfBothRegistries() {
        List<Map.Entry<Cidr, AddressClass>> rows = AddressClasses.TABLE.rows();

        assertThat(rows).hasSizeGreaterThan(60);
        assertThat(rows.stream().map(row -> row.getKey().toString()))
                .contains("192.0.0.170/32", "192.0.0.171/32", "192.88.99.0/24", "5f00::/16", "100:0:0:1::/64");
        assertThat(AddressClass.of(AddressRulesTest.address("192.88.99.77")).name())
                .startsWith("Deprecated");
        assertThat(AddressClass.of(AddressRulesTest.address("255.255.255.255")).name())
                .isEqualTo("Limited Broadcast");
    }

    @Test
    void leavesNoGentlerRowWithinABlockThatIsNeverDialled() {
        for (Map.Entry<Cidr, AddressClass> outer : AddressClasses.TABLE.rows()) {
            for (Map.Entry<Cidr, AddressClass> inner : AddressClasses.TABLE.rows()) {
                if (outer.getValue().isNeverDialled() && outer.getKey().contains(inner.getKey())) {
                    assertThat(inner.getValue().isNeverDialled())
                            .as("%s within %s", inner, outer)
                            .isTrue();
                }
            }
        }
    }

    /** In every form of a random IPv4 address, the verdict is at least as strict as for the address itself. */
    @Test
    void findsEveryIpv4AddressAgainInEveryFormThatCarriesIt() {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            IpAddress inner = IpAddress.v4(random.nextInt());
            long v4 = inner.low();
            long noise = random.nextLong();
            List<IpAddress> forms = List.of(
                    v6(0, v4 == 0 ? 2 : v4),
                    v6(0, 0xffff_0000L << 32 | v4),
                    v6(0x0064_ff9bL << 32, v4),
                    v6(0x0064_ff9b_0001L << 16 | (noise & 0xffff), noise << 32 | v4),
                    v6(0x2002L << 48 | v4 << 16 | (noise & 0xffff), noise),
                    v6(0x2001_0000L << 32 | v4, noise),
                    v6(0x2001_0000L << 32 | noise >>> 32, noise << 32 | (~v4 & 0xffff_ffffL)),
                    v6(noise, 0x5efeL << 32 | v4));
            for (IpAddress form : forms) {
                assertThat(EmbeddedIpv4.in(form))
                        .as("round %d of seed %d: %s carries %s", round, SEED, form, inner)
                        .contains(v4 == 0 && form.high() == 0 && form.low() == 2 ? IpAddress.v4(2) : inner);
            }
        }
    }

    @Test
    void classifiesEveryRandomAddressAndItsBytesAlike() {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(bytes);
            IpAddress address = IpAddress.of(bytes);

            assertThat(IpAddress.of(address.toInetAddress())).isEqualTo(address);
            assertThat(AddressRulesTest.address(address.toString())).isEqualTo(address);
            assertThat(AddressClass.of(address).name()).isNotEmpty();
        }
    }

    @Test
    void takesAMappedAddressForTheIpv4OneThatSocketsTakeItFor() {
        byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 127, 0, 0, 1};

        assertThat(IpAddress.of(mapped)).isEqualTo(AddressRulesTest.address("127.0.0.1"));
    }

    private static IpAddress v6(long high, long low) {
        return new IpAddress(IpAddress.V6, high, low);
    }
}
