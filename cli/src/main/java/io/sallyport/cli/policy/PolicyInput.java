package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.regoengine.value.RegoJson;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Prints the input document of one request. */
@Command(
        name = "input",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the document that rules see as input when a sandbox asks for [METHOD] URL (default: GET; CONNECT "
                    + "URL asks for a tunnel) or CAPABILITY TARGET (such as tool.call web.search).",
            "A gateway makes it the same way: values of headers with credentials are withheld, and what cannot be "
                    + "read is absent.",
            "Example: policy input --label team=docs -H 'Content-Type: text/plain' POST https://api.example.com/v1"
        },
        exitCodeList = {"0:printed", "2:no such request"})
final class PolicyInput implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.shared();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private AskedOptions asked = new AskedOptions();

    @Option(names = "--json", description = "Print it on one line.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        String text = RegoJson.write(asked.read().input());
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? text : JSON.readTree(text).toPrettyString());
        out.flush();
        return ExitCodes.OK;
    }
}
