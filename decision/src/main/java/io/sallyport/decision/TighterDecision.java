package io.sallyport.decision;

import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.Reported;
import io.sallyport.model.SandboxId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a sandbox may do where an ancestor has a say. Nothing here is wider than either. */
final class TighterDecision {
    private static final Pattern JOINED = Pattern.compile("+", Pattern.LITERAL);

    private TighterDecision() {}

    /**
     * The verdict of both; where {@code above} settles it, the rule begins with {@code parent:ID} or {@code
     * workspace:ID}. What asks a person in either asks once, and what refuses in either refuses.
     */
    static Decision of(Decision own, Decision above, SandboxId ancestor) {
        return switch (own) {
            case Decision.Allow allow -> of(allow, above, ancestor);
            case Decision.Deny deny ->
                deny.ifApproved() == null ? deny : asked(deny, deny.ifApproved(), above, ancestor);
        };
    }

    /** Returns {@code above} with the credentials of {@code own}: a workspace that names none bounds none. */
    static Decision leavingCredentials(Decision above, Decision own) {
        Decision.Allow granted = ifAllowed(own);
        Decision.Allow ceiling = ifAllowed(above);
        if (granted == null
                || ceiling == null
                || granted.obligations().credentials().isEmpty()) {
            return above;
        }
        Decision.Allow left = ceiling.with(
                ceiling.obligations().withCredentials(granted.obligations().credentials()));
        return above instanceof Decision.Deny deny ? deny.asking(left) : left;
    }

    private static Decision.@Nullable Allow ifAllowed(Decision decision) {
        return switch (decision) {
            case Decision.Allow allow -> allow;
            case Decision.Deny deny -> deny.ifApproved();
        };
    }

    private static Decision asked(Decision.Deny own, Decision.Allow ifApproved, Decision above, SandboxId ancestor) {
        return switch (of(ifApproved, above, ancestor)) {
            case Decision.Allow allow ->
                own.asking(allow.reporting(Reported.NONE))
                        .reporting(own.reported().and(allow.reported()));
            case Decision.Deny deny ->
                deny.ifApproved() == null
                        ? deny
                        : new Decision.Deny(
                                own.reason(),
                                own.rule(),
                                Stream.concat(own.denies().stream(), deny.denies().stream())
                                        .distinct()
                                        .toList(),
                                own.reported().and(deny.reported()),
                                deny.ifApproved());
        };
    }

    private static Decision of(Decision.Allow own, Decision above, SandboxId ancestor) {
        String rule = ancestor.asAncestor() + (above.rule() == null ? "" : "/" + above.rule());
        Reported said = own.reported().and(above.reported().of(ancestor));
        return switch (above) {
            case Decision.Deny deny -> {
                Decision.Allow ifApproved = deny.ifApproved();
                Decision merged = ifApproved == null ? null : of(own, ifApproved, ancestor);
                yield new Decision.Deny(
                        deny.reason(),
                        rule,
                        deny.denies(),
                        said,
                        merged instanceof Decision.Allow allow ? allow.reporting(Reported.NONE) : null);
            }
            case Decision.Allow allow -> {
                Obligations merged = merge(own.obligations(), allow.obligations());
                boolean reported = own.reason().verdict() == AuditVerdict.ALLOW
                        && allow.reason().verdict() != AuditVerdict.ALLOW;
                if (merged == null) {
                    yield new Decision.Deny(ReasonCode.ADDRESS_REFUSED, rule, List.of(), said);
                }
                yield reported
                        ? new Decision.Allow(allow.reason(), rule, allow.mode(), merged, said)
                        : new Decision.Allow(own.reason(), own.rule(), own.mode(), merged, said);
            }
        };
    }

    /** The verdict of both on one request. */
    static Decision of(Decision one, Decision other) {
        Reported said = one.reported().and(other.reported());
        return switch (one) {
            case Decision.Deny deny -> deny.asking(null).reporting(said);
            case Decision.Allow first ->
                switch (other) {
                    case Decision.Deny deny -> deny.asking(null).reporting(said);
                    case Decision.Allow second -> {
                        Obligations merged = merge(first.obligations(), second.obligations());
                        yield merged == null
                                ? Decision.Deny.of(ReasonCode.ADDRESS_REFUSED).reporting(said)
                                : loosest(first, second).with(merged).reporting(said);
                    }
                };
        };
    }

    /** That of which it is recorded that it passed only so. */
    private static Decision.Allow loosest(Decision.Allow one, Decision.Allow other) {
        return one.reason().verdict() == AuditVerdict.ALLOW ? other : one;
    }

    /** Null where no address satisfies both. */
    static @Nullable Obligations merge(Obligations one, Obligations other) {
        List<String> addresses = AddressBlocks.inBoth(one.addresses(), other.addresses());
        return addresses == null
                ? null
                : new Obligations(
                        one.intercept() || other.intercept(),
                        inBoth(one.credentials(), other.credentials()),
                        rate(one.rate(), other.rate()),
                        union(one.redact(), other.redact()),
                        addresses,
                        one.messages().and(other.messages()),
                        maxBodyBytes(one, other));
    }

    private static int maxBodyBytes(Obligations one, Obligations other) {
        return one.body() && other.body()
                ? Math.min(one.maxBodyBytes(), other.maxBodyBytes())
                : Math.max(one.maxBodyBytes(), other.maxBodyBytes());
    }

    /** All that either names: each must pass. */
    private static @Nullable String rate(@Nullable String one, @Nullable String other) {
        if (one == null || other == null || one.equals(other)) {
            return one == null ? other : one;
        }
        return Stream.of(one, other)
                .flatMap(JOINED::splitAsStream)
                .distinct()
                .sorted()
                .collect(Collectors.joining("+"));
    }

    /** A credential is a permission: each must grant it. */
    private static Set<String> inBoth(Set<String> one, Set<String> other) {
        if (one.equals(other)) {
            return one;
        }
        var both = new HashSet<>(one);
        both.retainAll(other);
        return both;
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        if (other.isEmpty() || one.equals(other)) {
            return one;
        }
        var all = new HashSet<>(one);
        all.addAll(other);
        return all;
    }
}
