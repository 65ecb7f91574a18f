package io.sallyport.leasebridge.profile;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.regex.Pattern;

/** What a profile that ships leaves to its user, and which values it may have. */
public enum ProfileParameter {
    /** A host name. */
    HOST("packages.example.com") {
        @Override
        Parsed<String> value(String written) {
            return CanonicalHost.parseDocument(written).map(CanonicalHost::text);
        }
    },
    /** The path of a repository at its forge, without {@code .git}. */
    REPOSITORY("acme/app") {
        @Override
        Parsed<String> value(String written) {
            String path = written.endsWith(".git") ? written.substring(0, written.length() - 4) : written;
            boolean plain = path.length() <= MAX_PATH && PATH.matcher(path).matches();
            boolean steps = List.of(path.split("/")).stream().anyMatch(segment -> segment.matches("\\.\\.?"));
            return plain && !steps
                    ? new Parsed.Accepted<>(path)
                    : new Parsed.Rejected<>("OWNER/REPOSITORY is wanted", 0);
        }
    };

    /** The limit of the path of a repository, in characters. */
    static final int MAX_PATH = 512;

    /** Has no character of a glob, so that a value stands for one repository. */
    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+){1,20}");

    private final String example;

    ProfileParameter(String example) {
        this.example = example;
    }

    /** Returns a value for people to see. */
    public String example() {
        return example;
    }

    /** Returns the form of a value that stands in the profile. */
    abstract Parsed<String> value(String written);

    /** Returns how a profile's text names it. */
    String placeholder() {
        return "${" + name() + "}";
    }
}
