package io.sallyport.proxy.credentials;

import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.NameSet;
import io.sallyport.proxy.listener.RequestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A head with values in the place of placeholders, and with what is injected, for the last hop alone: what is judged
 * and recorded is the head without them.
 *
 * @param target path and query
 * @param injected fields that are ours, in place of all of those names
 * @param signing signs the head once it is known what of it goes on; null where nothing does
 * @param identity shown to the target if it asks for a certificate; null for none
 * @param secrets what must not come back
 * @param credentials names of those that are attached
 */
public record FilledHead(
        RequestHead head,
        String target,
        HeaderFields injected,
        @Nullable SigV4Signing signing,
        @Nullable ClientIdentity identity,
        List<HiddenSecret> secrets,
        List<String> credentials) {
    /** That of {@code head}, which {@link CredentialRule} let through. */
    public static Result of(RequestHead head, CredentialScope scope) {
        List<Credential> attached = scope.attached();
        boolean hasPlaceholders = CredentialRule.isIn(head, scope.request());
        if (attached.isEmpty() && !hasPlaceholders) {
            return new Untouched();
        }
        for (Credential credential : attached) {
            if (scope.value(credential) instanceof CredentialValue.Unavailable(String why)) {
                return new Unavailable(credential.name(), why);
            }
        }
        FilledHead filled =
                CredentialRule.judge(head, scope) instanceof Verdict.Pass ? fill(head, scope, attached) : null;
        return filled == null ? new Unresolved() : new Filled(filled);
    }

    /** What came of filling. */
    public sealed interface Result {}

    /** There is nothing to fill. */
    public record Untouched() implements Result {}

    public record Filled(FilledHead head) implements Result {}

    /** The keys are not what they were. */
    public record Unresolved() implements Result {}

    /** A credential of that name has no value now; {@code why} is for operators. */
    public record Unavailable(String name, String why) implements Result {}

    private static @Nullable FilledHead fill(RequestHead head, CredentialScope scope, List<Credential> attached) {
        var filling = new PlaceholderFilling(scope);
        CanonicalRequest request = scope.request();
        CanonicalPath path = request.path();
        List<Value> values = values(attached, scope);
        List<Value> members = members(values);
        SigV4Signing signing = scope.signs() ? SigningRule.of(head, scope) : null;
        String own = withoutInjected(request.query().text(), members, signing != null);
        String filledPath = filling.path(path == null ? "/" : path(path, values));
        String filledQuery = own == null ? "" : filling.query(own);
        if (filledPath == null || filledQuery == null) {
            return null;
        }
        return new FilledHead(
                fields(head, filling),
                target(filledPath, own == null ? null : filledQuery, members),
                injected(values),
                signing,
                scope.identity(),
                secrets(attached, scope),
                names(attached, scope));
    }

    private static String target(String path, @Nullable String query, List<Value> members) {
        if (members.isEmpty()) {
            return query == null ? path : path + "?" + query;
        }
        return path + "?"
                + Stream.concat(Stream.ofNullable(query), members.stream().map(Value::member))
                        .collect(Collectors.joining("&"));
    }

    /** Of those that there is a value of. */
    private static List<String> names(List<Credential> attached, CredentialScope scope) {
        List<String> names = new ArrayList<>(attached.size());
        for (Credential credential : attached) {
            if (scope.value(credential) instanceof CredentialValue.Usable && !names.contains(credential.name())) {
                names.add(credential.name());
            }
        }
        return names;
    }

    /** The path with a value in the place of each template. */
    private static String path(CanonicalPath path, List<Value> values) {
        String filled = path.text();
        for (Value value : values) {
            if (value.injection() instanceof Injection.Path(PathTemplate template)) {
                filled = template.filled(path, value.text());
            }
        }
        return filled;
    }

    private static RequestHead fields(RequestHead head, PlaceholderFilling filling) {
        if (!CredentialRule.isIn(head.fields())) {
            return head;
        }
        String[] namesAndValues = new String[2 * head.fields().size()];
        for (int i = 0; i < head.fields().size(); i++) {
            String value = head.fields().value(i);
            String filled = PlaceholderMarker.isIn(value) ? filling.field(value) : value;
            namesAndValues[2 * i] = head.fields().name(i);
            namesAndValues[2 * i + 1] = filled == null ? "" : filled;
        }
        return head.with(namesAndValues);
    }

    /** What is injected, with the credential's value in it. */
    private record Value(Injection injection, String text) {
        boolean isMember() {
            return injection instanceof Injection.Query;
        }

        String member() {
            return PercentCoding.encode(injection.name()) + "=" + text;
        }
    }

    private static List<Value> values(List<Credential> attached, CredentialScope scope) {
        List<Value> values = new ArrayList<>();
        for (Credential credential : attached) {
            String text = scope.value(credential) instanceof CredentialValue.Known known ? known.text() : "";
            for (Injection injection : credential.use().injections()) {
                values.add(new Value(injection, injection.text(text)));
            }
        }
        return values;
    }

    private static @Nullable String withoutInjected(@Nullable String query, List<Value> members, boolean signed) {
        if (query == null || (members.isEmpty() && !signed)) {
            return query;
        }
        String rest = Stream.of(query.split("&", -1))
                .filter(parameter -> {
                    String name = name(parameter);
                    return !(signed && SigV4Rule.isMember(name))
                            && members.stream()
                                    .noneMatch(
                                            member -> member.injection().name().equals(name));
                })
                .collect(Collectors.joining("&"));
        return rest.isEmpty() ? null : rest;
    }

    private static String name(String parameter) {
        int sign = parameter.indexOf('=');
        return PercentCoding.decode(sign < 0 ? parameter : parameter.substring(0, sign));
    }

    private static List<Value> members(List<Value> values) {
        List<Value> members = new ArrayList<>(0);
        for (Value value : values) {
            if (value.isMember()) {
                members.add(value);
            }
        }
        return members;
    }

    private static HeaderFields injected(List<Value> values) {
        List<String> namesAndValues = new ArrayList<>(2 * values.size());
        for (Value value : values) {
            if (value.injection().isField()) {
                namesAndValues.add(value.injection().name());
                namesAndValues.add(value.text());
            }
        }
        return HeaderFields.of(namesAndValues.toArray(String[]::new));
    }

    private static List<HiddenSecret> secrets(List<Credential> attached, CredentialScope scope) {
        List<HiddenSecret> secrets = new ArrayList<>(attached.size());
        for (Credential credential : attached) {
            if (scope.value(credential) instanceof CredentialValue.Usable value
                    && !value.patterns().isEmpty()) {
                HiddenSecret secret = HiddenSecret.of(credential, value.patterns());
                if (!secrets.contains(secret)) {
                    secrets.add(secret);
                }
            }
        }
        return secrets;
    }

    /** Whether none of the sandbox's own fields of that name goes on, in whatever way it is written. */
    public boolean replaces(String name) {
        boolean found = signing != null && SigV4Rule.isField(name);
        for (int i = 0; i < injected.size() && !found; i++) {
            found = NameSet.isSame(injected.name(i), name);
        }
        return found;
    }

    /** Whether it is signed with the hash of the body that goes with it. */
    public boolean hashesBody() {
        return signing != null && signing.hashesBody();
    }

    /** The same where the body that goes with it is not the one that the sandbox has hashed. */
    public FilledHead withOtherBody() {
        return signing == null
                ? this
                : new FilledHead(head, target, injected, signing.withOtherBody(), identity, secrets, credentials);
    }

    /** Without the values. */
    @Override
    public String toString() {
        return "FilledHead[" + head.method() + "]";
    }
}
