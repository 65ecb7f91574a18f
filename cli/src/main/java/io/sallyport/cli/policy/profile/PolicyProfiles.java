package io.sallyport.cli.policy.profile;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.leasebridge.network.NetworkDocument;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.leasebridge.profile.ShippedProfile;
import io.sallyport.leasebridge.profile.ShippedProfiles;
import io.sallyport.model.Grant;
import io.sallyport.model.text.Parsed;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the profiles that ship. */
@Command(
        name = "profiles",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the profiles that ship, for --profile, with what they allow; or the text of one, to be adapted.",
            "What stands behind @ is the user's: --profile python-index@HOST,HOST"
        },
        exitCodeList = {"0:printed", "2:no such profile ships"})
public final class PolicyProfiles implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Print the text of this profile.")
    private @Nullable String name;

    @Override
    public Integer call() throws CliException {
        PrintWriter out = spec.commandLine().getOut();
        if (name == null) {
            ShippedProfiles.all().forEach(profile -> print(profile, out));
        } else {
            out.print(text(name));
        }
        out.flush();
        return ExitCodes.OK;
    }

    private static String text(String asked) throws CliException {
        Parsed<ShippedProfiles.Chosen> found = ShippedProfiles.find(asked)
                .orElseThrow(() -> CliException.unusable(asked + ": no profile of this name ships"));
        return switch (found) {
            case Parsed.Accepted<ShippedProfiles.Chosen>(var chosen) -> chosen.text();
            case Parsed.Rejected<ShippedProfiles.Chosen>(var why, int _) ->
                throw CliException.unusable(asked + ": " + why);
        };
    }

    private static void print(ShippedProfile profile, PrintWriter out) {
        out.println(profile.form() + ": " + profile.description());
        grants(profile).forEach(line -> out.println("  " + line));
    }

    private static List<String> grants(ShippedProfile profile) {
        var document = new NetworkDocument.Profile(profile.name(), profile.example(), profile.name(), Set.of());
        return NetworkPolicyReader.read(List.of(document)) instanceof NetworkPolicyReader.Read read
                ? read.grants().stream()
                        .filter(Grant.Net.class::isInstance)
                        .map(grant -> ((Grant.Net) grant).text())
                        .distinct()
                        .toList()
                : List.of();
    }
}
