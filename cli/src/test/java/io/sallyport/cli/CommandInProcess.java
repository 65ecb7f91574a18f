package io.sallyport.cli;

import io.sallyport.testkit.Client;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs the command line in the JVM of the tests, for tests of a command's effects rather than its process. */
public final class CommandInProcess {
    private CommandInProcess() {}

    public static Client.Ended run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exit = CommandLines.of()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Client.Ended(exit, out.toString(), err.toString(), false);
    }
}
