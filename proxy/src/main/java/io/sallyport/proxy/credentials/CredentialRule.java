package io.sallyport.proxy.credentials;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Placeholders in a head: each goes to the endpoint that it is bound to and has a place there, or the request is
 * refused. None is ever sent on as it is. A head without any costs one look at each of its texts, and no memory.
 */
public final class CredentialRule {
    private final CredentialScope scope;
    private final CanonicalRequest request;
    private final PlaceholderFilling filling;

    private CredentialRule(CredentialScope scope) {
        this.scope = scope;
        this.request = scope.request();
        this.filling = new PlaceholderFilling(scope);
    }

    /** Whether {@code head} may be sent on. */
    public static Verdict judge(RequestHead head, CredentialScope scope) {
        Verdict placeholders =
                isIn(head, scope.request()) ? new CredentialRule(scope).placeholders(head) : Verdict.PASS;
        Verdict own = passes(placeholders) ? OwnCredentials.judge(head, scope) : placeholders;
        Verdict certified = passes(own) ? certified(scope) : own;
        return passes(certified) && scope.signs() ? SigningRule.judge(head, scope) : certified;
    }

    /** A CONNECT has no handshake of the gateway's, but what comes in its tunnel. */
    private static Verdict certified(CredentialScope scope) {
        return scope.request().kind() != RequestKind.CONNECT && scope.isAmbiguous()
                ? Verdict.Refuse.hinted(
                        ReasonCode.CREDENTIAL_UNRESOLVED, "more than one client certificate is granted for this target")
                : Verdict.PASS;
    }

    /** Whether anything that goes on of {@code head}, or says where, has a marker in it. */
    public static boolean isIn(RequestHead head, CanonicalRequest request) {
        CanonicalPath path = request.path();
        String query = request.query().text();
        return isIn(head.fields())
                || (path != null && PlaceholderMarker.isIn(path.text()))
                || (query != null && PlaceholderMarker.isIn(query))
                || PlaceholderMarker.isIn(request.host().text())
                || PlaceholderMarker.isIn(head.method());
    }

    /** Whether one stands in a name or a value. Those for proxies end here. */
    public static boolean isIn(HeaderFields fields) {
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            if (PlaceholderMarker.isIn(name)
                    || (PlaceholderMarker.isIn(fields.value(i)) && !name.regionMatches(true, 0, "Proxy-", 0, 6))) {
                return true;
            }
        }
        return false;
    }

    /** Whether trailers may be sent on: without placeholders, and without a credential where one is attached. */
    public static Verdict judge(HeaderFields trailers, CredentialScope scope) {
        return isIn(trailers)
                ? Verdict.refuse(ReasonCode.CREDENTIAL_UNRESOLVED)
                : OwnCredentials.judge(trailers, scope);
    }

    /**
     * Why a body is not sent on that names {@code key}, where none has a place in it.
     *
     * @param key null where what was found is no placeholder
     */
    public static ReasonCode inBody(@Nullable String key, CredentialScope scope) {
        Credential credential = key == null ? null : scope.find(key);
        return credential == null || scope.admits(credential)
                ? ReasonCode.CREDENTIAL_UNRESOLVED
                : ReasonCode.CREDENTIAL_ENDPOINT_MISMATCH;
    }

    /**
     * Whether what would be sent takes the place of {@code text}, which stands by itself.
     *
     * @param filled what would be sent, null where nothing can be
     */
    static Verdict judge(String text, @Nullable String filled, CredentialScope scope) {
        return new CredentialRule(scope).check(text, filled);
    }

    private Verdict placeholders(RequestHead head) {
        CanonicalPath path = request.path();
        String query = request.query().text();
        Verdict found = outOfPlace(request.host().text());
        found = passes(found) ? outOfPlace(head.method()) : found;
        found = passes(found) && path != null ? check(path.text(), filling.path(path.text())) : found;
        found = passes(found) && query != null ? check(query, filling.query(query)) : found;
        for (int i = 0; passes(found) && i < head.fields().size(); i++) {
            found = field(head.fields().name(i), head.fields().value(i));
        }
        return found;
    }

    private static boolean passes(Verdict verdict) {
        return verdict instanceof Verdict.Pass;
    }

    private Verdict field(String name, String value) {
        Verdict found = outOfPlace(name);
        if (!passes(found) || name.regionMatches(true, 0, "Proxy-", 0, 6)) {
            return found;
        }
        return PlaceholderMarker.isIn(value) ? check(value, filling.field(value)) : Verdict.PASS;
    }

    /** Of what holds no placeholder, whatever it is bound to. */
    private Verdict outOfPlace(String text) {
        return check(text, null);
    }

    /** @param filled what would be sent, null where nothing can be */
    private Verdict check(String text, @Nullable String filled) {
        if (!PlaceholderMarker.isIn(text)) {
            return Verdict.PASS;
        }
        List<Placeholder> found = Placeholder.allIn(DecodedText.of(text), scope);
        if (found == null) {
            return Verdict.refuse(ReasonCode.CREDENTIAL_UNRESOLVED);
        }
        for (Placeholder one : found) {
            Credential credential = one.credential();
            if (credential == null) {
                return Verdict.refuse(ReasonCode.CREDENTIAL_UNRESOLVED);
            }
            if (!scope.admits(credential)) {
                return Verdict.refuse(ReasonCode.CREDENTIAL_ENDPOINT_MISMATCH);
            }
            if (!(scope.value(credential) instanceof CredentialValue.Known)) {
                return Verdict.refuse(ReasonCode.CREDENTIAL_UNAVAILABLE);
            }
        }
        return Verdict.passIf(!found.isEmpty() && filled != null, ReasonCode.CREDENTIAL_UNRESOLVED);
    }
}
