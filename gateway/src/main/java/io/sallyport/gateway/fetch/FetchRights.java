package io.sallyport.gateway.fetch;

import io.sallyport.decision.FetchAllowance;
import io.sallyport.fetch.url.Allowlist;
import io.sallyport.leasebridge.harness.Harness;
import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import io.sallyport.model.SandboxDocuments;
import java.util.List;

/**
 * What a harness says of runtime fetches.
 *
 * @param max 1..1000
 * @param failsClosed whether what a scan finds critical blocks
 */
public record FetchRights(boolean isEnabled, Allowlist allowlist, int max, boolean failsClosed) {
    private static final FetchRights NONE =
            new FetchRights(false, Allowlist.of(List.of(), true), FetchAllowance.DEFAULT_MAX, true);

    public static FetchRights of(Harness harness, boolean ignoresCase) {
        return new FetchRights(
                harness.allowRuntimeFetch(),
                Allowlist.of(harness.entries(), ignoresCase),
                harness.maxRuntimeFetches(),
                failsClosed(harness));
    }

    /** Of documents as they were put, read as the policy is; none where there is no harness, or where it is not taken. */
    static FetchRights read(SandboxDocuments documents, HarnessSettings settings, boolean ignoresCase) {
        String harness = documents.harness();
        if (harness == null) {
            return NONE;
        }
        HarnessContext context = HarnessContext.of(documents, settings);
        return HarnessReader.read("harness", harness, context) instanceof HarnessReader.Read read
                ? of(read.harness(), ignoresCase)
                : NONE;
    }

    private static boolean failsClosed(Harness harness) {
        Mapping security = harness.effective().mapping("security");
        Text enabled = security.text("enabled");
        Text mode = security.text("fail_mode");
        boolean isOff = enabled != null && Boolean.FALSE.equals(enabled.scalar().truth());
        return !isOff && (mode == null || !mode.text().equals("open"));
    }
}
