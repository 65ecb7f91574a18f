package io.sallyport.proxy.credentials;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What is to be put into one text in the place of placeholders, in their order; or why nothing of it is sent. */
final class ContentEdits {
    private final CredentialScope scope;
    private final PlaceholderFilling filling;
    private final List<Edit> edits = new ArrayList<>();
    private @Nullable ReasonCode refused;

    ContentEdits(CredentialScope scope) {
        this.scope = scope;
        this.filling = new PlaceholderFilling(scope);
    }

    private record Edit(int from, int to, String written) {
        /** Without the value. */
        @Override
        public String toString() {
            return "Edit[" + from + ", " + to + "]";
        }
    }

    /** Says that {@code said}, which has a marker, stands where no value does. */
    void refuse(String said) {
        judge(said, null);
    }

    /**
     * Puts the value that {@code said} stands for in the place of what stands between two indexes.
     *
     * @param written how a value is written there
     */
    void replace(String said, int from, int to, UnaryOperator<String> written) {
        String value = fills(said) ? filling.whole(said) : null;
        judge(said, value);
        if (value != null) {
            edits.add(new Edit(from, to, written.apply(value)));
        }
    }

    private boolean fills(String said) {
        List<Placeholder> found = Placeholder.allIn(said, scope);
        Credential first =
                found == null || found.isEmpty() ? null : found.getFirst().credential();
        return first != null && first.use().inBodies() == CredentialUse.InBodies.FILL;
    }

    private void judge(String said, @Nullable String value) {
        if (refused == null && CredentialRule.judge(said, value, scope) instanceof Verdict.Refuse why) {
            refused = why.reason();
        }
    }

    /**
     * Returns {@code text} with all of them.
     *
     * @param tooLarge why more than {@code maxBytes} are refused
     */
    FilledContent in(String text, Charset charset, int maxBytes, ReasonCode tooLarge) {
        if (refused != null) {
            return new FilledContent.Refused(refused);
        }
        if (edits.isEmpty()) {
            return FilledContent.UNCHANGED;
        }
        long grown = edits.stream()
                .mapToLong(edit -> edit.written().length() - (edit.to() - edit.from()))
                .sum();
        if (text.length() + grown > maxBytes) {
            return new FilledContent.Refused(tooLarge);
        }
        var filled = new StringBuilder((int) (text.length() + grown));
        int end = 0;
        for (Edit edit : edits) {
            filled.append(text, end, edit.from()).append(edit.written());
            end = edit.to();
        }
        byte[] bytes = filled.append(text, end, text.length()).toString().getBytes(charset);
        return bytes.length > maxBytes ? new FilledContent.Refused(tooLarge) : new FilledContent.Filled(bytes);
    }
}
