package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.documents.Shape;
import io.sallyport.documents.ShapeSchema;
import io.sallyport.leasebridge.Re2;
import io.sallyport.leasebridge.network.glob.GlobAlternatives;
import io.sallyport.leasebridge.network.glob.GlobPart;
import io.sallyport.leasebridge.network.glob.GlobReader;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads matchers of texts: a glob, or <code>{any: [GLOB, ...]}</code> (specs: network policy, sections 2 and 7). A star
 * is any number of characters, slashes among them, a question mark is one; classes, alternatives and backslashes are
 * those of paths.
 */
final class PolicyGlob {
    /** Limit of globs in one matcher. */
    static final int MAX_GLOBS = 64;

    /** The shape of a matcher. */
    static final Shape SHAPE = Shape.either(glob(), Shape.object(Map.of("!any", Shape.list(glob()))));

    private PolicyGlob() {}

    /** A YAML number is no glob: {@code 1.10} would be {@code 1.1} to other readers. */
    private static Shape glob() {
        Shape shape = (node, name, findings) -> {
            boolean isText = node instanceof Scalar scalar && !scalar.isNull() && !isWordOrNumber(scalar);
            if (!isText) {
                String message = name + ": a glob is wanted, or any with a list of globs; numbers stand in quotes";
                findings.error(node.place(), DiagnosticCode.BAD_VALUE, message, null);
            }
        };
        return shape.described(() -> ShapeSchema.string("a glob"));
    }

    private static boolean isWordOrNumber(Scalar scalar) {
        return scalar.isNumber() || scalar.truth() != null;
    }

    /** Returns the globs of a matcher whose shape was checked, at least one; none after reporting an error. */
    static List<Scalar> globs(DocumentNode matcher, String name, Findings findings) {
        List<Scalar> globs =
                matcher instanceof Scalar one ? List.of(one) : Fields.texts(Fields.members(matcher), "any");
        if (globs.isEmpty()) {
            findings.error(matcher.place(), DiagnosticCode.BAD_VALUE, name + ".any: there is no glob in it", null);
        }
        if (globs.size() > MAX_GLOBS) {
            String message = name + ".any: more than " + MAX_GLOBS + " globs";
            findings.error(matcher.place(), DiagnosticCode.TOO_LARGE, message, null);
        }
        return globs;
    }

    /** Returns an expression that matches what one of the globs does; null after reporting an error. */
    static @Nullable String read(DocumentNode matcher, String name, EndpointFields in) {
        return read(globs(matcher, name, in.findings()), name, in.leniency());
    }

    static @Nullable String read(List<Scalar> globs, String name, Leniency leniency) {
        List<String> expressions = new ArrayList<>();
        for (Scalar glob : globs) {
            switch (re2(glob.text())) {
                case Parsed.Accepted<String>(String expression) -> expressions.add(expression);
                case Parsed.Rejected<String>(String why, int at) ->
                    badGlob(glob.at(at), name + ": " + Findings.quote(glob.text()) + ": " + why, glob, leniency);
            }
        }
        boolean complete = !globs.isEmpty() && globs.size() <= MAX_GLOBS && expressions.size() == globs.size();
        return complete ? anyOf(expressions) : null;
    }

    /** An empty glob refuses the document in every dialect. */
    private static void badGlob(Place place, String message, Scalar glob, Leniency leniency) {
        if (glob.text().isEmpty()) {
            leniency.error(place, DiagnosticCode.BAD_VALUE, message);
        } else {
            leniency.badGlob(place, DiagnosticCode.BAD_VALUE, message);
        }
    }

    /** Returns an anchored expression that matches what one of them does; line ends are characters like others. */
    static String anyOf(List<String> expressions) {
        return expressions.stream().collect(Collectors.joining("|", "(?s)^(?:", ")$"));
    }

    /** Returns an expression that matches exactly {@code text}. */
    static String literal(String text) {
        return anyOf(List.of(quoted(text)));
    }

    /** Returns an expression that matches every text but {@code text}, which is not empty. */
    static String otherThan(String text) {
        List<String> others = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            String before = quoted(text.substring(0, i));
            others.add(before);
            others.add(before + "[^" + quoted(text.substring(i, i + 1)) + "].*");
        }
        others.add(quoted(text) + ".+");
        return anyOf(others);
    }

    /** Returns the part of an expression that matches exactly {@code text}. */
    static String quoted(String text) {
        return Re2.quote(text);
    }

    /** Returns the expression of a glob that {@link #isRead}, by itself. */
    static String glob(String text) {
        return switch (re2(text)) {
            case Parsed.Accepted<String>(String expression) -> anyOf(List.of(expression));
            case Parsed.Rejected<String> _ -> literal(text);
        };
    }

    /** Returns whether a glob can be read. */
    static boolean isRead(String glob) {
        return re2(glob) instanceof Parsed.Accepted;
    }

    private static Parsed<String> re2(String glob) {
        if (glob.isEmpty()) {
            return new Parsed.Rejected<>("an empty glob", 0);
        }
        return switch (GlobAlternatives.of(glob)) {
            case Parsed.Rejected<List<String>>(String why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted<List<String>>(List<String> globs) -> re2(glob, globs);
        };
    }

    private static Parsed<String> re2(String written, List<String> globs) {
        List<String> expressions = new ArrayList<>();
        for (String glob : globs) {
            switch (GlobReader.read(glob, "")) {
                case Parsed.Rejected<List<GlobPart>>(String why, int at) -> {
                    return new Parsed.Rejected<>(why, glob.equals(written) ? at : 0);
                }
                case Parsed.Accepted<List<GlobPart>>(List<GlobPart> parts) ->
                    expressions.add(parts.stream().map(part -> part.re2("")).collect(Collectors.joining()));
            }
        }
        return new Parsed.Accepted<>(String.join("|", expressions));
    }

    /** Returns the matcher for people. */
    static String shown(DocumentNode matcher) {
        return matcher instanceof Members
                ? Fields.texts(Fields.members(matcher), "any").stream()
                        .map(Scalar::text)
                        .collect(Collectors.joining("|"))
                : ((Scalar) matcher).text();
    }
}
