package io.sallyport.testkit.junit;

import io.sallyport.testkit.Tools;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Checks for the tools that a test needs. A test whose tool is missing is skipped with the tool's name; with {@code
 * SALLYPORT_REQUIRE=1} it fails, so that continuous integration cannot pass by skipping.
 */
public final class RequireTool {
    private static final String SETTING = "SALLYPORT_REQUIRE";

    private RequireTool() {}

    /** Returns the tool's file; aborts or fails the calling test if this machine does not have it. */
    public static Path require(String name) {
        Path found = Tools.find(name);
        if (found != null) {
            return found;
        }
        return missing(name + " is not installed");
    }

    /**
     * Returns a file of the machine, usually a device such as {@code /dev/full}; as {@link #require} if it is missing.
     */
    public static Path requireFile(String path) {
        Path file = Path.of(path);
        return Files.exists(file) ? file : missing(path + " is not there");
    }

    /** Aborts or fails the calling test, as {@link #require} does, for what this machine does not let it do. */
    public static void absent(String what) {
        missing(what);
    }

    private static Path missing(String missing) {
        if ("1".equals(System.getenv(SETTING))) {
            throw new AssertionError(missing + ", and " + SETTING + "=1");
        }
        return Assumptions.<Path>abort(missing);
    }
}
