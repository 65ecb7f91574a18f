package io.sallyport.proxy.credentials;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.NameSet;
import io.sallyport.proxy.listener.RequestHead;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a sandbox says of its own where a credential is attached: a key that was smuggled in reaches no target that has
 * one. Cookies are no such thing here, since clients send back what an answer has set.
 */
final class OwnCredentials {
    /** Fields that carry a credential and nothing else, as CGI reads their names. */
    private static final NameSet FIELDS = NameSet.of(
            "Authorization",
            "X-Authorization",
            "X-Api-Key",
            "Api-Key",
            "X-Goog-Api-Key",
            "X-Auth-Token",
            "X-Access-Token",
            "X-Amz-Security-Token",
            "Private-Token",
            "Job-Token",
            "Deploy-Token",
            "X-Vault-Token",
            "DD-API-KEY");

    /** The same in a query, in small letters. */
    private static final Set<String> PARAMETERS =
            Set.of("access_token", "api_key", "apikey", "api-key", "auth_token", "private_token", "x-amz-signature");

    private OwnCredentials() {}

    static Verdict judge(RequestHead head, CredentialScope scope) {
        for (Credential credential : scope.attached()) {
            Verdict found = judge(scope.request().path(), credential.use(), scope.value(credential));
            found = found instanceof Verdict.Pass
                    ? judge(head.fields(), scope.request().query().text(), credential.use())
                    : found;
            if (found instanceof Verdict.Refuse) {
                return found;
            }
        }
        return Verdict.PASS;
    }

    /** Behind a body nothing is removed or filled in, so that whatever carries a credential is refused. */
    static Verdict judge(HeaderFields trailers, CredentialScope scope) {
        for (Credential credential : scope.attached()) {
            for (int i = 0; i < trailers.size(); i++) {
                String name = trailers.name(i);
                if (FIELDS.contains(name) || injects(credential.use(), name)) {
                    return refused(name);
                }
            }
        }
        return Verdict.PASS;
    }

    private static Verdict judge(HeaderFields fields, @Nullable String query, CredentialUse use) {
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            if (isRefused(injects(use, name), FIELDS.contains(name), fields.value(i), use)) {
                return refused(name);
            }
        }
        for (String parameter : query == null ? List.<String>of() : List.of(query.split("&"))) {
            int sign = parameter.indexOf('=');
            String name = sign < 0 ? parameter : PercentCoding.decode(parameter.substring(0, sign));
            boolean isKnown = PARAMETERS.contains(name.toLowerCase(Locale.ROOT));
            if (isRefused(injectsQuery(use, name), isKnown, parameter.substring(sign + 1), use)) {
                return refused(name);
            }
        }
        return Verdict.PASS;
    }

    /** A path has the place of a credential, and nothing of the sandbox's own there where that is refused. */
    private static Verdict judge(@Nullable CanonicalPath path, CredentialUse use, CredentialValue value) {
        for (Injection injection : use.injections()) {
            if (path != null && injection instanceof Injection.Path(PathTemplate template)) {
                String own = template.own(path);
                boolean fits = !(value instanceof CredentialValue.Known known) || known.fitsUrl();
                if (own == null || !fits) {
                    return Verdict.Refuse.hinted(
                            ReasonCode.CREDENTIAL_UNRESOLVED, "the path has no place for the credential of the target");
                }
                if (isRefused(true, true, own, use)) {
                    return refused("what stands in the path where the credential goes");
                }
            }
        }
        return Verdict.PASS;
    }

    /** What is injected is said anew; elsewhere a placeholder is no credential of its own. */
    private static boolean isRefused(boolean injected, boolean known, String value, CredentialUse use) {
        if (PlaceholderMarker.isIn(value) || value.isEmpty()) {
            return false;
        }
        return injected ? use.own() == CredentialUse.OwnValue.REFUSE : known && use.requires();
    }

    private static Verdict refused(String name) {
        return Verdict.Refuse.hinted(
                ReasonCode.FOREIGN_CREDENTIAL, "leave out " + name + ", or send the placeholder that stands for it");
    }

    private static boolean injects(CredentialUse use, String name) {
        boolean found = use.signing() != null && SigV4Rule.isField(name);
        for (Injection injection : use.injections()) {
            found |= injection.isField() && NameSet.isSame(injection.name(), name);
        }
        return found;
    }

    private static boolean injectsQuery(CredentialUse use, String name) {
        boolean found = use.signing() != null && SigV4Rule.isMember(name);
        for (Injection injection : use.injections()) {
            found |= injection instanceof Injection.Query && injection.name().equals(name);
        }
        return found;
    }
}
