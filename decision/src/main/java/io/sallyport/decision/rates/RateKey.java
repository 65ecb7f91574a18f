package io.sallyport.decision.rates;

import org.jspecify.annotations.Nullable;

/** One part of what a rate is counted by. Immutable. */
public sealed interface RateKey {
    /** What this part of {@code subject} is; equal texts are counted together. */
    String of(RateSubject subject);

    /** A sandbox, together with all that descend from the same root. */
    record BySandbox() implements RateKey {
        @Override
        public String of(RateSubject subject) {
            return subject.family();
        }
    }

    /** The host of the request. */
    record ByHost() implements RateKey {
        @Override
        public String of(RateSubject subject) {
            return subject.host();
        }
    }

    /** The model that is asked; all other requests count together. */
    record ByModel() implements RateKey {
        @Override
        public String of(RateSubject subject) {
            return subject.model();
        }
    }

    /** The value of a label of the sandbox; all without the label count together. */
    record ByLabel(String label) implements RateKey {
        @Override
        public String of(RateSubject subject) {
            return subject.labels().getOrDefault(label, "");
        }
    }

    /** Reads {@code sandbox}, {@code host}, {@code model} or {@code label:KEY}; null for anything else. */
    static @Nullable RateKey read(String text) {
        return switch (text) {
            case "sandbox" -> new BySandbox();
            case "host" -> new ByHost();
            case "model" -> new ByModel();
            default -> text.startsWith("label:") && text.length() > 6 ? new ByLabel(text.substring(6)) : null;
        };
    }
}
