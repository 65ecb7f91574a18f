package io.sallyport.decision.net;

import io.sallyport.decision.body.BodyForm;
import io.sallyport.decision.body.BodyForms;
import io.sallyport.decision.body.BodyLimits;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.value.MembersView;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code input.net.body}: what the body says, in each of the forms in which it may be read; a form in which it cannot
 * be read is withheld. Confined to one evaluation.
 */
final class BodyInput extends MembersView {
    /** Of a body that goes on nothing is known but the commands of a push. */
    private static final BodyForm BEGINNING = new BodyForm.Unreadable("too large to be read whole");

    private static final RegoString[] FORMS = NetInput.keys("form", "json", "parts", "text");

    private final BodyForms forms;
    private final boolean isEmpty;
    private final boolean isWhole;
    private @Nullable Set<String> shown;
    private boolean callsRead;
    private @Nullable String fault;
    private RegoString @Nullable [] keys;

    private BodyInput(BodyForms forms, boolean isEmpty, boolean isWhole) {
        this.forms = forms;
        this.isEmpty = isEmpty;
        this.isWhole = isWhole;
    }

    /** @param head of the request */
    static BodyInput of(RequestBody body, RequestHeaders head) {
        return new BodyInput(BodyForms.of(body, head), body == RequestBody.NONE, body.isWhole());
    }

    /** {@code body}, or what it says of its call of that number: {@code rpc} or {@code graphql}. */
    @Nullable
    RegoValue field(String name, int call, CanonicalRequest request) {
        return switch (name) {
            case "body" -> isEmpty ? null : this;
            case "rpc" -> ofCall(forms.rpc(call));
            case "graphql" -> ofCall(forms.graphql(call, request));
            case "git" -> read(forms.git(request), true);
            default -> null;
        };
    }

    private @Nullable RegoValue ofCall(BodyForm form) {
        callsRead = true;
        return read(form);
    }

    /** The same, of which nothing is noted yet. */
    BodyInput unread() {
        return new BodyInput(forms, isEmpty, isWhole);
    }

    /** From now on whoever looks at it as a whole sees, and comes to, these forms alone; null shows all. */
    void show(@Nullable Set<String> names) {
        if (!Objects.equals(shown, names)) {
            shown = names;
            keys = null;
        }
    }

    /** Of how many calls one was read: of each it has to be asked. */
    int calls() {
        return callsRead ? forms.calls() : 1;
    }

    /** Why the first form that the evaluation came to and that cannot be read cannot be; null where there is none. */
    @Nullable
    String fault() {
        return fault;
    }

    @Override
    public @Nullable RegoValue get(RegoValue key) {
        return key instanceof RegoString name ? named(name.text()) : null;
    }

    private @Nullable RegoValue named(String name) {
        Set<String> only = shown;
        if (only != null && !only.contains(name)) {
            return null;
        }
        return switch (name) {
            case "json" -> read(forms.json());
            case "form" -> read(forms.form());
            case "parts" -> read(forms.parts());
            case "text" -> read(forms.text());
            default -> null;
        };
    }

    /** The value of what was read, which is noted to be unreadable where it is. */
    private @Nullable RegoValue read(BodyForm form) {
        return read(form, isWhole);
    }

    private @Nullable RegoValue read(BodyForm form, boolean suffices) {
        return switch (suffices ? form : BEGINNING) {
            case BodyForm.Read(RegoValue value) -> value;
            case BodyForm.Absent _ -> null;
            case BodyForm.Unreadable(String why) -> {
                fault = fault == null ? why : fault;
                yield null;
            }
        };
    }

    /** The forms that can be read. Who asks for them all came to those that cannot. */
    @Override
    protected RegoString[] keys() {
        RegoString[] made = keys;
        if (made == null) {
            made = Arrays.stream(FORMS).filter(name -> get(name) != null).toArray(RegoString[]::new);
            keys = made;
        }
        return made;
    }

    @Override
    public int depth() {
        return super.depth() + BodyLimits.DEFAULT.depth();
    }
}
