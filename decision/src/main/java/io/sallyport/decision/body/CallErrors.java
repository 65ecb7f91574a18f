package io.sallyport.decision.body;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.answer.Refusal;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A refusal in the words of the calls that the body holds, so that their client shows it: errors of JSON-RPC 2.0
 * (section 5.1), or of GraphQL over HTTP. Each comes with what the refusal says everywhere else.
 */
public final class CallErrors {
    /** Of the range that JSON-RPC leaves to servers. */
    private static final RegoNumber REFUSED = RegoNumber.of(-32_001);

    private CallErrors() {}

    /** Returns the answer in JSON, or null if nobody waits for one: the body holds no call, or only notifications. */
    public static @Nullable String of(BodyForms forms, CanonicalRequest request, Refusal refusal) {
        RegoValue answer = forms.rpc(0) instanceof BodyForm.Read
                ? ofRpc(forms, refusal)
                : forms.graphql(0, request) instanceof BodyForm.Read ? ofGraphql(forms, refusal) : null;
        return answer == null ? null : RegoJson.write(answer);
    }

    private static @Nullable RegoValue ofRpc(BodyForms forms, Refusal refusal) {
        List<RegoValue> errors = new ArrayList<>();
        for (int call = 0; call < forms.calls(); call++) {
            if (forms.rpc(call) instanceof BodyForm.Read(RegoObject asked) && asked.get("method") != null) {
                RegoValue id = asked.get("id");
                if (id != null) {
                    errors.add(error(id, refusal));
                }
            }
        }
        return errors.isEmpty() ? null : inBatch(forms, errors);
    }

    private static RegoValue error(RegoValue id, Refusal refusal) {
        RegoObject error = RegoObject.growing()
                .put("code", REFUSED)
                .put("message", RegoString.of(refusal.sentence()))
                .put("data", RegoJson.valueOf(new String(refusal.json(), UTF_8)))
                .sealed();
        return RegoObject.growing()
                .put("jsonrpc", RegoString.of("2.0"))
                .put("id", id)
                .put("error", error)
                .sealed();
    }

    private static RegoValue ofGraphql(BodyForms forms, Refusal refusal) {
        RegoObject error = RegoObject.growing()
                .put("message", RegoString.of(refusal.sentence()))
                .put("extensions", RegoJson.valueOf(new String(refusal.json(), UTF_8)))
                .sealed();
        RegoValue answer =
                RegoObject.growing().put("errors", RegoArray.of(error)).sealed();
        List<RegoValue> all = new ArrayList<>();
        for (int call = 0; call < forms.calls(); call++) {
            all.add(answer);
        }
        return inBatch(forms, all);
    }

    private static RegoValue inBatch(BodyForms forms, List<RegoValue> answers) {
        boolean batch = forms.json() instanceof BodyForm.Read(RegoArray _);
        return batch ? RegoArray.of(answers) : answers.getFirst();
    }
}
