package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.ActionInput;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random leases of names and files: the index answers under our engine and under OPA as the lease itself does. */
class NamedGrantsOpaTest {
    private static final long SEED = 20261122;
    private static final int LEASES = 60;
    private static final int QUESTIONS = 40;
    private static final SandboxFacts FACTS = new SandboxFacts(new SandboxId("sb"), null, Map.of(), Phase.EXECUTION);
    private static final List<String> CAPABILITIES = List.of(
            CapabilityName.TOOL_CALL,
            CapabilityName.FS_READ,
            CapabilityName.FS_WRITE,
            CapabilityName.MODEL_USE,
            CapabilityName.AGENT_DELEGATE,
            "x-vendor.acme.query");
    private static final List<String> PIECES =
            List.of("a", "b", ".", "/", "@", "a.b", "*", "**", "/**", "x-1", "(", "é", "?");
    private static final String QUERY = "[answer | some c in data.cases; index := c.index; some asked in c.inputs;"
            + " answer := data.sallyport.decision with input as asked with data.sallyport.index as index]";

    private record Question(CanonicalAction action, Lease lease, Decision ours) {}

    @Test
    void threeWaysOfMatchingAgree(@TempDir Path folder) throws IOException {
        Random random = new Random(SEED);
        List<Question> questions = new ArrayList<>();
        List<RegoValue> cases = new ArrayList<>();
        PolicyCompiler compiler = new PolicyCompiler(SharedCompiler.REGO);
        for (int i = 0; i < LEASES; i++) {
            cases.add(aCase(compiler, random, questions));
        }
        Path file = folder.resolve("cases.json");
        Files.writeString(
                file, RegoObject.of(Map.of("cases", RegoArray.of(cases))).toString());
        String library = Path.of("../rego/src/main/rego").toRealPath().toString();
        List<RegoValue> answers = Opa.require().eval(List.of("-d", library, "-d", file.toString()), QUERY);
        assertThat(answers).hasSameSizeAs(questions);
        int allowed = 0;
        for (int i = 0; i < answers.size(); i++) {
            allowed += check(questions.get(i), (RegoObject) answers.get(i)) ? 1 : 0;
        }
        assertThat(allowed).as("allowed of " + answers.size()).isBetween(answers.size() / 20, answers.size() * 19 / 20);
    }

    private static boolean check(Question question, RegoObject opa) {
        CanonicalAction action = question.action();
        boolean covered = question.lease().covers(action.capability(), action.target());
        String about =
                "seed " + SEED + ": " + action + " under " + question.lease().patterns(action.capability());
        assertThat(question.ours() instanceof Decision.Allow).as(about).isEqualTo(covered);
        assertThat(opa.get("allow")).as(about).isEqualTo(RegoBoolean.of(covered));
        if (covered) {
            assertThat(opa.get("rule"))
                    .as(about)
                    .isEqualTo(RegoString.of(String.valueOf(question.ours().rule())));
        }
        return covered;
    }

    private static RegoObject aCase(PolicyCompiler compiler, Random random, List<Question> questions) {
        String json = lease(random);
        while (!(LeaseReader.read("lease", json, null, null) instanceof LeaseReader.Read)) {
            json = lease(random);
        }
        var documents = SandboxDocuments.builder().lease(json).build();
        var policy =
                ((Compilation.Ready<SandboxPolicy>) compiler.sandbox(documents, "sb", null, PlanStore.NONE)).value();
        var snapshot = policy.under(
                AuthoredRego.NONE, FACTS, 1, Limits.DEFAULT, EvalClock.of(InstantSource.system(), new Random(1)));
        Lease lease = ((LeaseReader.Read) LeaseReader.read("lease", json, null, null)).lease();
        List<RegoValue> inputs = new ArrayList<>();
        while (inputs.size() < QUESTIONS) {
            String capability = CAPABILITIES.get(random.nextInt(CAPABILITIES.size()));
            String target =
                    (capability.startsWith("fs.") ? "/" : "") + text(random).replace("*", "c");
            if (CanonicalAction.parse(capability, target, null) instanceof Canonicalized.Accepted(var action)) {
                inputs.add(ActionInput.of(action, FACTS));
                questions.add(new Question(action, lease, snapshot.decide(action)));
            }
        }
        return RegoObject.of(Map.of("index", policy.grants().index(), "inputs", RegoArray.of(inputs)));
    }

    private static String lease(Random random) {
        List<String> members = new ArrayList<>();
        for (String capability : CAPABILITIES) {
            List<String> patterns = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                patterns.add("\"" + (capability.startsWith("fs.") ? "/" : "") + text(random) + "\"");
            }
            members.add("\"" + capability + "\": [" + String.join(", ", patterns) + "]");
        }
        return "{" + String.join(", ", members) + "}";
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }
}
