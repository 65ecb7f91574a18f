package io.sallyport.policycompiler.reach;

import io.sallyport.model.Grant;
import io.sallyport.model.PathPattern;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.policycompiler.reach.RequestBox.Asker;
import io.sallyport.regoengine.builtin.pattern.automaton.Language;
import io.sallyport.regoengine.builtin.pattern.automaton.StateBudget;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes boxes for people, in the words of the grants that they come from: {@code GET,HEAD https://a.test/v1/**}. As in
 * network policies, one star at the beginning of a host is one label, and two are any number. Confined to its thread.
 */
public final class BoxText {
    private final BoxReader reader = new BoxReader(new StateBudget(Reach.MAX_STATES));

    /** Returns one line, without its end. */
    public String of(ReachedBox reached) {
        RequestBox box = reached.box();
        String target = schemes(box) + "://" + hosts(reached) + ports(box) + paths(reached);
        String part = isWhole(reached, RequestBox::hosts) && isWhole(reached, RequestBox::paths) ? "" : " (in part)";
        String conditions = box.requirements().values().stream().anyMatch(required -> !required.equals(ValueSet.all()))
                ? ", with conditions on query or body"
                : "";
        return methods(box) + " " + target + part + conditions;
    }

    private static String methods(RequestBox box) {
        ValueSet<String> methods = box.methods();
        if (!methods.isExcept()) {
            return listed(methods, Function.identity());
        }
        ValueSet<String> others = ValueSet.except(methods.listed().stream()
                .filter(method -> !method.equals(BoxReader.TUNNEL))
                .collect(Collectors.toUnmodifiableSet()));
        return others.listed().isEmpty() ? "*" : "* but " + listed(others, Function.identity());
    }

    private static <T> String listed(ValueSet<T> values, Function<T, String> text) {
        return values.listed().stream().map(text).sorted().distinct().collect(Collectors.joining(","));
    }

    private static String schemes(RequestBox box) {
        return listed(box.schemes(), Scheme::urlWord);
    }

    private static String ports(RequestBox box) {
        ValueSet<Integer> ports = box.ports();
        if (ports.isExcept()) {
            return ports.listed().isEmpty() ? ":*" : ":* but " + listed(ports, String::valueOf);
        }
        boolean isDefault = ports.listed().size() == 1
                && box.schemes().listed().stream().allMatch(scheme -> ports.contains(scheme.defaultPort()));
        return isDefault ? "" : ":" + listed(ports, String::valueOf);
    }

    private String hosts(ReachedBox reached) {
        Language hosts = reached.box().hosts();
        String only = hosts.only();
        if (only != null) {
            return CanonicalHost.authority(only);
        }
        return text(origin(reached, RequestBox::hosts).host());
    }

    private String paths(ReachedBox reached) {
        Language paths = reached.box().paths();
        String only = paths.only();
        if (only != null) {
            return reached.box().schemes().listed().stream().allMatch(Scheme::isTcp) ? "" : only;
        }
        return text(origin(reached, RequestBox::paths).path());
    }

    private boolean isWhole(ReachedBox reached, Function<RequestBox, Language> part) {
        Language asked = part.apply(reached.box());
        return asked.only() != null
                || boxes(origin(reached, part)).stream()
                        .anyMatch(box -> part.apply(box).equals(asked));
    }

    /** Returns the grant that the part of the box comes from as a whole, or else the last. */
    private Grant.Net origin(ReachedBox reached, Function<RequestBox, Language> part) {
        return reached.by().stream()
                .filter(grant ->
                        boxes(grant).stream().anyMatch(box -> part.apply(box).equals(part.apply(reached.box()))))
                .findFirst()
                .orElse(reached.by().getLast());
    }

    private List<RequestBox> boxes(Grant.Net grant) {
        return reader.requests(grant, Asker.POLICY);
    }

    private static String text(HostPattern pattern) {
        return switch (pattern) {
            case HostPattern.Any _ -> "*";
            case HostPattern.Exact(String host) -> CanonicalHost.authority(host);
            case HostPattern.Under(String suffix) -> "**." + suffix;
            case HostPattern.OneUnder(String suffix) -> "*." + suffix;
            case HostPattern.Labels(boolean manyFirst, List<String> labels) ->
                (manyFirst ? "**." : "") + String.join(".", labels);
        };
    }

    private static String text(PathPattern pattern) {
        return switch (pattern.rest()) {
            case PathPattern.Rest.Nothing _ -> pattern.prefix();
            case PathPattern.Rest.Anything _ -> (pattern.literals().isEmpty() ? "" : pattern.prefix()) + "/**";
            case PathPattern.Rest.Matching(var _, var _, String source) ->
                source.startsWith("/") ? source : "/" + source;
        };
    }
}
