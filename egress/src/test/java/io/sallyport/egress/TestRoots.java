package io.sallyport.egress;

import io.sallyport.egress.tls.TrustRoots;
import java.nio.file.Path;
import java.util.List;

/** Roots for dialers under test. */
final class TestRoots {
    private TestRoots() {}

    /** Only the system's roots. */
    static TrustRoots system() {
        return with();
    }

    /** The system's roots and those in {@code files}. */
    static TrustRoots with(Path... files) {
        return switch (TrustRoots.read(List.of(files))) {
            case TrustRoots.Accepted(TrustRoots roots) -> roots;
            case TrustRoots.Rejected(Path file, String why) -> throw new AssertionError(file + ": " + why);
        };
    }
}
