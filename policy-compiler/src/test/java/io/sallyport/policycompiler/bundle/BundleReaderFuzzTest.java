package io.sallyport.policycompiler.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * An archive is read within the limits or refused. The input is the tar; it is compressed here, which a fuzzer would
 * not manage. Replays the corpus in every build; {@code JAZZER_FUZZ=1} searches for more.
 */
final class BundleReaderFuzzTest {
    private static final BundleLimits LIMITS = new BundleLimits(1 << 16, 1 << 20, 20, 32);

    @FuzzTest(maxDuration = "30s")
    void bundlesAreReadOrRefused(byte[] tar) throws IOException {
        var zipped = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(zipped)) {
            out.write(tar);
        }
        if (BundleReader.read(zipped.toByteArray(), LIMITS, null) instanceof BundleRead.Accepted(var bundle)) {
            assertThat(bundle.modules()).hasSizeLessThanOrEqualTo(20);
            assertThat(bundle.modules().keySet())
                    .allMatch(name -> name.endsWith(".rego")
                            && !List.of(name.split("/", -1)).contains(".."));
        }
    }
}
