package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import java.util.List;

/**
 * The rules of a harness for fetches at run time. Immutable.
 *
 * @param isAllowed whether the fetch endpoint serves this run at all
 * @param most limit of skills and files that it may fetch, 1..1000
 * @param allowlist the entries in order
 * @param failsClosed whether critical findings of a scan block the fetch
 */
public record RuntimeFetch(boolean isAllowed, int most, List<AllowlistEntry> allowlist, boolean failsClosed) {
    private static final int BY_DEFAULT = 10;

    /** The rules if no harness opts in. */
    public static final RuntimeFetch NONE = new RuntimeFetch(false, BY_DEFAULT, List.of(), true);

    public RuntimeFetch {
        allowlist = List.copyOf(allowlist);
    }

    static RuntimeFetch of(Mapping effective, List<AllowlistEntry> allowlist) {
        Text most = effective.text("max_runtime_fetches");
        Integer number = most == null ? null : most.scalar().number();
        return new RuntimeFetch(
                effective.isTrue("allow_runtime_fetch"),
                number == null ? BY_DEFAULT : number,
                allowlist,
                failsClosed(effective.mapping("security")));
    }

    /**
     * Returns whether critical findings block, which only {@code fail_mode: open} turns off. The {@code enabled} flag
     * concerns the runner's own scanners.
     */
    private static boolean failsClosed(Mapping security) {
        Text mode = security.text("fail_mode");
        return mode == null || !mode.text().equals("open");
    }
}
