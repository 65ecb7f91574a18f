package io.sallyport.leasebridge.profile;

import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The profiles that ship: forges, model providers, and package indexes whose hosts the user names. Each names the
 * published source of its hosts and the date when it was read. Immutable.
 */
public final class ShippedProfiles {
    private static final List<ShippedProfile> ALL = resource("names.txt")
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(name -> ShippedProfile.of(name, resource(name + ".yaml")))
            .toList();

    private ShippedProfiles() {}

    /** Returns all, in the order of their list. */
    public static List<ShippedProfile> all() {
        return ALL;
    }

    /** A profile as it is attached: its name, and its text with what its user says. */
    public record Chosen(String name, String text) {}

    /**
     * Finds a profile.
     *
     * @param reference its name, or {@code NAME@VALUE,VALUE} with what it leaves to its user
     * @return empty if none that ships has this name
     */
    public static Optional<Parsed<Chosen>> find(String reference) {
        int at = reference.indexOf('@');
        String name = at < 0 ? reference : reference.substring(0, at);
        @Nullable String values = at < 0 ? null : reference.substring(at + 1);
        return ALL.stream()
                .filter(profile -> profile.name().equals(name))
                .findFirst()
                .map(profile -> profile.with(values).map(text -> new Chosen(name, text)));
    }

    private static String resource(String file) {
        try (InputStream resource = ShippedProfiles.class.getResourceAsStream(file)) {
            if (resource == null) {
                throw new IllegalStateException(file + " is missing from the jar");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
