package io.sallyport.leasebridge.network;

import static io.sallyport.documents.Shape.later;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Shape;
import io.sallyport.documents.YamlReader;
import java.util.List;
import java.util.Map;

/**
 * Reads provider files (specs: API servers, section 4): a name, and the profile with its endpoints. Credentials are not
 * implemented yet, so a file that has them is refused for that reason.
 */
public final class ProviderReader {
    private static final YamlReader.Bounds BOUNDS = new YamlReader.Bounds(YamlReader.MAX_NODES, false);

    private static final Shape SHAPE = object(Map.of(
            "!name",
            ProfileShape.NAME,
            "!type",
            ProfileShape.NAME,
            "credentials",
            later(),
            "config",
            later(),
            "description",
            text()));

    private ProviderReader() {}

    /** A provider, or the reasons why there is none. */
    public sealed interface Result {}

    /** A valid provider; {@code profile} is the id of its profile. */
    public record Read(String name, String profile) implements Result {}

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /** Reads a provider; {@code file} is its name for diagnostics. */
    public static Result read(String file, String yaml) {
        var findings = new Findings(file);
        DocumentNode root = YamlReader.read(yaml, BOUNDS, findings);
        if (root != null) {
            SHAPE.check(root, "the provider", findings);
        }
        Map<String, Member> members = Fields.members(root);
        Scalar name = Fields.scalar(members, "name");
        Scalar type = Fields.scalar(members, "type");
        return findings.hasErrors() || name == null || type == null
                ? new Refused(findings.all())
                : new Read(name.text(), type.text());
    }
}
