package io.sallyport.demo;

import io.sallyport.client.EnvFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;

/** Prints what {@code --keep} leaves running, and lines to paste. */
record Leftover(Stage stage, PrintWriter out) {
    void show() throws IOException {
        var variables = new LinkedHashMap<>(
                stage.clientVariables(stage.admin().put(Steps.AGENT, Steps.documents(), true, null)));
        variables.put("SALLYPORT_ADMIN", stage.endpoints().admin());
        variables.put("SALLYPORT_TOKEN_FILE", stage.endpoints().tokenFile());
        out.println();
        out.println("still running, until Ctrl-C; in another terminal:");
        out.println();
        out.print(EnvFile.shell(variables));
        out.println("curl https://docs.demo.test/");
        out.println("curl https://other.demo.test/");
        out.println("./sallyport sandbox get " + Steps.AGENT);
        out.println("./sallyport audit tail");
        out.println();
        out.println("the console: " + stage.endpoints().admin() + "/console/");
        out.println("log in with the token in " + stage.endpoints().tokenFile());
        out.flush();
    }
}
