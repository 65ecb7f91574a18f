package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.client.AdminClient.GuardrailsPut;
import io.sallyport.model.Mode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Puts guardrails in force, or beside those in force as the candidate. */
@Command(
        name = "push",
        mixinStandardHelpOptions = true,
        description = {
            "Puts guardrails in force at a running gateway, in the place of those before.",
            "With --report they are the candidate: what they would refuse is recorded, not refused.",
            "Example: policy push --report no-gist.rego"
        },
        exitCodeList = {
            "0:in force, waiting for approval, or the candidate",
            "1:refused",
            "2:they do not load",
            "3:no gateway answers"
        })
public final class PolicyPush extends GatewayAnswer implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Rego of package sallyport.guardrails.")
    private List<Path> rego = new ArrayList<>();

    @Option(
            names = {"-d", "--data"},
            paramLabel = "FILE",
            description = "JSON object, read by guardrails as data.lists.")
    private @Nullable Path data;

    @Option(names = "--report", description = "Record what they would refuse, and enforce nothing.")
    private boolean report;

    @Mixin
    private NoteOption note = new NoteOption();

    @Option(names = "--dry-run", description = "Compile them and say what would happen.")
    private boolean dryRun;

    @Override
    public Integer call() throws CliException {
        Map<String, String> files = InputFiles.rego(rego);
        JsonNode lists = data == null ? null : lists(data);
        var put = new GuardrailsPut(files, lists, report ? Mode.REPORT : Mode.ENFORCE, note.text(), dryRun);
        return print(client -> client.putGuardrails(put), ChangeText::made);
    }

    private static JsonNode lists(Path file) throws CliException {
        try {
            return JsonMapper.shared().readTree(InputFiles.text(file));
        } catch (JacksonException _) {
            throw CliException.unusable("--data: " + file + ": not JSON");
        }
    }
}
