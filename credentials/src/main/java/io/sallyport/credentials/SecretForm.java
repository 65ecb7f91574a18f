package io.sallyport.credentials;

import io.sallyport.documents.DocumentNode;
import io.sallyport.model.text.Parsed;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the bytes of a source are, and which values they hold. Immutable. */
public sealed interface SecretForm {
    /** The maximum number of bytes that a source is read for. */
    int MAX_BYTES = 256 << 10;

    /** One value named {@link NamedSecrets#VALUE}: text in one line, whose last line end does not belong to it. */
    record Text() implements SecretForm {}

    /** One value named {@link NamedSecrets#VALUE}: text of several lines, as it is, such as a key in PEM. */
    record Lines() implements SecretForm {}

    /**
     * Strings of a JSON object.
     *
     * @param members the members of the outermost object, by the names of the values
     * @param end the member that holds the end of the values (RFC 3339), or null; its absence in the object means that
     *     they have none
     * @param areLines whether the strings may have line ends
     */
    record Members(Map<String, String> members, @Nullable String end, boolean areLines) implements SecretForm {
        public Members {
            members = Map.copyOf(members);
        }

        /** Creates a form of strings in one line. */
        public Members(Map<String, String> members, @Nullable String end) {
            this(members, end, false);
        }

        /** Returns a form of one member, of several lines. */
        public static Members ofLines(String member) {
            return new Members(Map.of(NamedSecrets.VALUE, member), null, true);
        }

        /** Returns a form of one member. */
        public static Members of(String member) {
            return new Members(Map.of(NamedSecrets.VALUE, member), null);
        }

        /** Returns a form of several members, whose names are checked. */
        public static Parsed<Members> of(Map<String, String> members, @Nullable String end) {
            String problem = NamedSecrets.problemOf(members.keySet());
            return problem == null ? new Parsed.Accepted<>(new Members(members, end)) : new Parsed.Rejected<>(problem);
        }
    }

    /**
     * The keys of an identity at AWS in a JSON object, as a {@code credential_process} of the AWS CLI gives them (AWS
     * SDKs and Tools Reference Guide, "Process credential provider"): {@code AccessKeyId}, {@code SecretAccessKey}, and
     * {@code SessionToken} and {@code Expiration} of temporary ones.
     */
    record ProcessCredentials() implements SecretForm {
        /** The names of the values; the last is missing where the keys are lasting. */
        public static final String ACCESS_KEY_ID = "access_key_id";

        public static final String SECRET_ACCESS_KEY = "secret_access_key";
        public static final String SESSION_TOKEN = "session_token";

        private static final String TOKEN_MEMBER = "SessionToken";

        SecretFetch read(DocumentNode.Members object, String source) {
            Map<String, String> members =
                    new HashMap<>(Map.of(ACCESS_KEY_ID, "AccessKeyId", SECRET_ACCESS_KEY, "SecretAccessKey"));
            if (object.members().containsKey(TOKEN_MEMBER)) {
                members.put(SESSION_TOKEN, TOKEN_MEMBER);
            }
            return SecretJson.read(object, new Members(members, "Expiration"), source);
        }
    }

    /**
     * Reads the values.
     *
     * @param bytes overwritten with zeros
     * @param source begins the reason if there are none
     */
    default SecretFetch read(byte[] bytes, String source) {
        try (var gathered = new SecretGathering()) {
            return switch (this) {
                case Text() -> {
                    gathered.add(NamedSecrets.VALUE, SecretValue.ofText(withoutLineEnd(bytes)));
                    yield gathered.result(source, null);
                }
                case Lines() -> {
                    gathered.add(NamedSecrets.VALUE, SecretValue.ofLines(bytes));
                    yield gathered.result(source, null);
                }
                case Members form -> SecretJson.read(bytes, object -> SecretJson.read(object, form, source), source);
                case ProcessCredentials form -> SecretJson.read(bytes, object -> form.read(object, source), source);
            };
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    private static byte[] withoutLineEnd(byte[] bytes) {
        int length = bytes.length;
        if (length > 0 && bytes[length - 1] == '\n') {
            length -= length > 1 && bytes[length - 2] == '\r' ? 2 : 1;
        }
        return Arrays.copyOf(bytes, length);
    }
}
