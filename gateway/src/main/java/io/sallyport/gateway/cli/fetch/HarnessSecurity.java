package io.sallyport.gateway.cli.fetch;

import io.sallyport.leasebridge.harness.Harness;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;

/** What a harness says of scans. */
final class HarnessSecurity {
    private HarnessSecurity() {}

    /** Whether what is critical blocks; so it is where nothing is said. */
    static boolean failsClosed(Harness harness) {
        Mapping security = harness.effective().mapping("security");
        Text enabled = security.text("enabled");
        Text mode = security.text("fail_mode");
        boolean isOff = enabled != null && Boolean.FALSE.equals(enabled.scalar().truth());
        return !isOff && (mode == null || !mode.text().equals("open"));
    }
}
