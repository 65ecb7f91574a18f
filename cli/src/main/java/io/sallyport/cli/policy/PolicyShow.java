package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.EffectiveTable;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.decision.explain.EffectivePolicyJson;
import io.sallyport.model.SandboxId;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** Prints what a sandbox may do, line by line, with where each line is written. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what a sandbox of a running gateway may do: each grant, deny rule and guardrail with its layer,"
                    + " document and line, what has ended, what is left, and what is tried.",
            "Without ID, prints the same of documents and guardrails in files, without a gateway."
        },
        footer = {"", "Example: policy show --effective sb-1", "Example: policy show --effective --lease lease.json"},
        exitCodeList = {
            "0:printed",
            "1:there is no such sandbox",
            "2:the documents are not usable",
            "3:no gateway answers"
        })
final class PolicyShow extends GatewayAnswer implements Callable<Integer> {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Option(
            names = "--effective",
            required = true,
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "ID",
            description = "The sandbox; without ID, what the flags name.")
    private String effective = "";

    @Override
    public Integer call() throws CliException {
        if (effective.isEmpty()) {
            return files();
        }
        SandboxId id = SandboxId.parse(effective);
        if (id == null || policy.isGiven()) {
            throw CliException.unusable(
                    "--effective: give the id of a sandbox, or documents and guardrails, and not both");
        }
        return print(client -> client.effective(id), EffectiveTable::of);
    }

    private int files() throws CliException {
        String text = EffectivePolicyJson.text(policy.effective(policy.toldTo(spec())));
        PrintWriter out = spec().commandLine().getOut();
        out.print(isJson() ? text + "\n" : EffectiveTable.of(MAPPER.readTree(text)));
        out.flush();
        return ExitCodes.OK;
    }
}
