package io.sallyport.testkit.junit;

import io.sallyport.testkit.Tools;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * The tools that a test needs. A test whose tool is missing is skipped with the tool's name; under
 * {@code SALLYPORT_REQUIRE=1} it fails, so that continuous integration cannot pass by skipping.
 */
public final class RequireTool {
    private static final String SETTING = "SALLYPORT_REQUIRE";

    private RequireTool() {}

    /** The tool's file; aborts or fails the calling test where this machine has none. */
    public static Path require(String name) {
        Path found = Tools.find(name);
        if (found != null) {
            return found;
        }
        String missing = name + " is not installed";
        if ("1".equals(System.getenv(SETTING))) {
            throw new AssertionError(missing + ", and " + SETTING + "=1");
        }
        return Assumptions.<Path>abort(missing);
    }
}
