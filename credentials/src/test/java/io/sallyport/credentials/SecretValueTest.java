package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.why;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretValueTest {
    private static SecretValue held(String text) {
        return accepted(SecretValue.ofText(text.getBytes(UTF_8)));
    }

    @Test
    void theBytesThatItIsMadeOfAreOverwritten() {
        byte[] bytes = "s3cret".getBytes(UTF_8);
        try (SecretValue value = accepted(SecretValue.ofText(bytes))) {
            assertThat(bytes).containsOnly(0);
            assertThat(value.text()).isEqualTo("s3cret");
        }
    }

    @Test
    void refusedBytesAreOverwrittenToo() {
        byte[] bytes = "s3cret\n".getBytes(UTF_8);
        assertThat(why(SecretValue.ofText(bytes))).doesNotContain("s3cret");
        assertThat(bytes).containsOnly(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\r\nHost: b", "a\nb", "a\0", "a\u007f", "a\u0085b", "\t"})
    void whatCouldEndAHeaderIsRefused(String text) {
        assertThat(why(SecretValue.ofText(text.getBytes(UTF_8)))).startsWith("the value ");
    }

    @Test
    void bytesThatAreNoTextAreRefused() {
        assertThat(why(SecretValue.ofText(new byte[] {'a', (byte) 0xff}))).contains("not UTF-8");
    }

    @Test
    void theLengthIsBounded() {
        held("x".repeat(SecretValue.MAX_BYTES)).close();
        assertThat(why(SecretValue.ofText("x".repeat(SecretValue.MAX_BYTES + 1).getBytes(UTF_8))))
                .contains("more than 65536 bytes");
    }

    @Test
    void aKeyInPemHasItsLines() {
        byte[] pem = "-----BEGIN\n\tx\r\n".getBytes(UTF_8);
        try (SecretValue value = accepted(SecretValue.ofLines(pem))) {
            assertThat(value.text()).isEqualTo("-----BEGIN\n\tx\r\n");
        }
        assertThat(why(SecretValue.ofLines("a\0".getBytes(UTF_8)))).contains("control");
    }

    @Test
    void itsTextIsInNoDescription() {
        try (SecretValue value = held("s3cret");
                SecretValue same = held("s3cret");
                SecretValue other = held("s3creT");
                SecretValue longer = held("s3crets3cret")) {
            assertThat(value).hasToString("SecretValue");
            assertThat(value.isSameAs(same)).isTrue();
            assertThat(value.isSameAs(other)).isFalse();
            assertThat(value.isSameAs(longer)).isFalse();
        }
    }

    @Test
    void aClosedValueCannotBeRead() {
        SecretValue value = held("s3cret");
        value.close();
        assertThatThrownBy(value::text).isInstanceOf(IllegalStateException.class);
    }

    /** By the flags of its mapping (proc_pid_smaps(5)): {@code dd} is "do not include area into core dump". */
    @Test
    @EnabledOnOs(OS.LINUX)
    void noCoreDumpHasIt() throws IOException {
        try (SecretValue value = held("s3cret")) {
            assertThat(flags(value.address())).contains(" dd ");
        }
    }

    private static String flags(long address) throws IOException {
        boolean isWithin = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            Matcher range = Pattern.compile("([0-9a-f]+)-([0-9a-f]+) .*").matcher(line);
            if (range.matches()) {
                isWithin = Long.compareUnsigned(address, Long.parseUnsignedLong(range.group(1), 16)) >= 0
                        && Long.compareUnsigned(address, Long.parseUnsignedLong(range.group(2), 16)) < 0;
            } else if (isWithin && line.startsWith("VmFlags:")) {
                return line + " ";
            }
        }
        throw new AssertionError("no mapping of the value");
    }

    @Test
    void noHeapDumpHasIt(@TempDir Path folder) throws IOException {
        byte[] masked = new byte[32];
        new Random(7).nextBytes(masked);
        for (int i = 0; i < masked.length; i++) {
            masked[i] = (byte) ('a' + (masked[i] & 15) ^ 0x80);
        }
        byte[] shown = unmasked(masked, 16);
        try (SecretValue value = accepted(SecretValue.ofText(unmasked(masked, 0)))) {
            String dump = folder.resolve("heap.hprof").toString();
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(dump, true);
            assertThat(value.length()).isEqualTo(32);
            assertThat(has(Path.of(dump), masked, 16, shown.length))
                    .as("a control: 16 bytes in the heap")
                    .isTrue();
            assertThat(has(Path.of(dump), masked, 0, 16)).isFalse();
        }
        assertThat(shown).isNotEmpty();
    }

    private static byte[] unmasked(byte[] masked, int from) {
        byte[] text = new byte[masked.length - from];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) (masked[from + i] ^ 0x80);
        }
        return text;
    }

    /** Looks for bytes without holding them: each is unmasked where it is compared. */
    private static boolean has(Path dump, byte[] masked, int from, int length) throws IOException {
        byte[] window = new byte[length];
        try (InputStream in = new BufferedInputStream(Files.newInputStream(dump))) {
            long at = 0;
            for (int octet = in.read(); octet >= 0; octet = in.read()) {
                window[(int) (at++ % length)] = (byte) (octet ^ 0x80);
                if (at >= length
                        && (byte) (octet ^ 0x80) == masked[from + length - 1]
                        && matches(window, at, masked, from)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean matches(byte[] window, long end, byte[] masked, int from) {
        for (int i = 0; i < window.length; i++) {
            if (window[(int) ((end + i) % window.length)] != masked[from + i]) {
                return false;
            }
        }
        return true;
    }
}
