package io.sallyport.fence;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;

/** As whom a test starts the program: where root runs the tests, also as an ordinary user. */
enum TestUser {
    SELF,
    NOBODY;

    /** Returns the words before a command; skips the calling test if this process cannot be that user. */
    List<String> words() {
        return switch (this) {
            case SELF -> List.of();
            case NOBODY -> {
                assumeTrue("root".equals(System.getProperty("user.name")), "only root can be another user");
                yield List.of(require("setpriv").toString(), "--reuid=65534", "--regid=65534", "--clear-groups", "--");
            }
        };
    }
}
