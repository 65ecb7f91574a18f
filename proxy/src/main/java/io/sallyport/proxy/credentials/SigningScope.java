package io.sallyport.proxy.credentials;

import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.listener.RequestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * For what a signature of AWS counts: the middle of a credential scope, {@code DATE/REGION/SERVICE/aws4_request} (AWS
 * IAM User Guide, "Elements of an AWS API request signature"). Immutable.
 */
public record SigningScope(String region, String service) {
    static final String ALGORITHM = "AWS4-HMAC-SHA256";
    static final String END = "aws4_request";

    private static final String CREDENTIAL = "X-Amz-Credential";

    /** Services whose paths are encoded once, and whose requests say their payload's hash. */
    private static final Set<String> LIKE_S3 = Set.of("s3", "s3-outposts", "s3-object-lambda");

    private static final Pattern WORD = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    /** Whether {@code text} may be the name of a region or of a service. */
    public static boolean isWord(String text) {
        return WORD.matcher(text).matches();
    }

    boolean isLikeS3() {
        return LIKE_S3.contains(service);
    }

    /** As a credential scope of that day, {@code yyyyMMdd}. */
    String on(String day) {
        return day + "/" + region + "/" + service + "/" + END;
    }

    /** What a client has signed for. */
    sealed interface Asked permits Said, Unsaid {}

    /** Its signature is for that. */
    record Said(SigningScope scope) implements Asked {}

    /** It has not signed. */
    enum Unsaid implements Asked {
        INSTANCE
    }

    /** What the client of {@code head} has signed for, in a field or, as a presigned URL has it, in {@code query}. */
    static Parsed<Asked> askedBy(RequestHead head, @Nullable String query) {
        List<String> credentials = new ArrayList<>();
        for (String parameter : query == null ? List.<String>of() : List.of(query.split("&", -1))) {
            int sign = parameter.indexOf('=');
            if (sign > 0 && PercentCoding.decode(parameter.substring(0, sign)).equalsIgnoreCase(CREDENTIAL)) {
                credentials.add(PercentCoding.decode(parameter.substring(sign + 1)));
            }
        }
        String authorization = head.fields().first("Authorization");
        if (authorization != null && authorization.startsWith(ALGORITHM)) {
            credentials.add(credential(authorization.substring(ALGORITHM.length())));
        } else if (authorization != null && authorization.startsWith("AWS")) {
            return new Parsed.Rejected<>("of the signatures of AWS, only those by " + ALGORITHM + " are made anew");
        }
        if (credentials.size() > 1) {
            return new Parsed.Rejected<>("the request is signed more than once");
        }
        return credentials.isEmpty() ? new Parsed.Accepted<>(Unsaid.INSTANCE) : read(credentials.getFirst());
    }

    private static String credential(String members) {
        for (String member : members.split(",", -1)) {
            if (member.strip().startsWith("Credential=")) {
                return member.strip().substring("Credential=".length());
            }
        }
        return "";
    }

    private static Parsed<Asked> read(String credential) {
        String[] parts = credential.split("/", -1);
        int last = parts.length - 1;
        if (last < 4 || !parts[last].equals(END) || !isWord(parts[last - 1]) || !isWord(parts[last - 2])) {
            return new Parsed.Rejected<>("the credential scope is not KEY/DATE/REGION/SERVICE/" + END);
        }
        return new Parsed.Accepted<>(new Said(new SigningScope(parts[last - 2], parts[last - 1])));
    }
}
