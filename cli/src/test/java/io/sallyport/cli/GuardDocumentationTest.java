package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.guard.QuestionBatch;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.decision.skills.Skill;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.decision.skills.SkillSet;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.author.Compilation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Asks the questions in {@code docs/guard.md} with the documents above each list. */
class GuardDocumentationTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\S+)([^\\n]*)\\n(.*?)^```$");
    private static final Pattern LINE = Pattern.compile("(\\S+) +(\\S+) +(\\{.*})");
    private static final String SKILL = "yaml skill";
    private static final SandboxId ID = new SandboxId("docs");

    @Test
    void whatTheGuideSaysIsSo() throws IOException {
        String text = Files.readString(Path.of("../docs/guard.md"));
        var documents = new HashMap<String, String>();
        boolean fresh = false;
        int asked = 0;
        try (var policies = CompiledPolicies.withDefaults(InstantSource.system(), System::nanoTime)) {
            for (Matcher block = BLOCK.matcher(text); block.find(); ) {
                String kind = (block.group(1) + block.group(2)).strip();
                if (kind.startsWith("questions ")) {
                    Phase phase = Phase.of(kind.substring("questions ".length()));
                    asked += ask(
                            guard(policies, documents),
                            sandbox(policies, documents, phase == null ? Phase.PLANNING : phase),
                            block.group(3));
                    fresh = true;
                } else if (List.of("json lease", "rego guardrails", SKILL).contains(kind)) {
                    if (fresh) {
                        documents.clear();
                        fresh = false;
                    }
                    documents.put(kind, block.group(3));
                }
            }
        }
        assertThat(asked).isGreaterThan(45);
    }

    /** Returns a guard that knows the skill above, if there is one. */
    private static Guard guard(CompiledPolicies policies, Map<String, String> documents) {
        var registry = new SkillRegistry();
        String manifest = documents.get(SKILL);
        if (manifest != null) {
            Skill skill = ready(policies.skill("rust.yaml", manifest));
            registry.replace(new SkillSet(Map.of(skill.id(), skill), ""));
        }
        return new Guard(ClosedPaths.of(ClosedPaths.BY_DEFAULT), registry, CheckSettings.BY_DEFAULT);
    }

    private static int ask(Guard guard, Sandbox sandbox, String questions) {
        var desk = new GuardDesk(guard, () -> "id", InstantSource.system(), System::nanoTime);
        List<String> lines = questions.lines().toList();
        for (String line : lines) {
            Matcher question = LINE.matcher(line);
            assertThat(question.matches()).as(line).isTrue();
            var sitting = (QuestionBatch)
                    desk.read(sandbox, IdentityKind.RUNNER, question.group(3).getBytes(StandardCharsets.UTF_8));
            ReasonCode reason = sitting.next().decision().reason();
            assertThat(reason.verdict().word() + " " + reason.word())
                    .as(line)
                    .isEqualTo(question.group(1) + " " + question.group(2));
        }
        return lines.size();
    }

    private static Sandbox sandbox(CompiledPolicies policies, Map<String, String> documents, Phase phase) {
        String guardrails = documents.get("rego guardrails");
        Map<String, String> rego = guardrails == null ? Map.of() : Map.of("guardrails.rego", guardrails);
        var store = new MemoryStore();
        var given =
                SandboxDocuments.builder().lease(documents.get("json lease")).build();
        var beside = ready(policies.guardrails(new GuardrailsDocuments(rego, null), store));
        var facts = new SandboxFacts(ID, null, Map.of(), phase);
        PolicySnapshot snapshot = policies.snapshot(ready(policies.sandbox(ID, given, store)), beside, facts, 1);
        var admission = new LiveAdmission(
                AdmissionLimits.BY_DEFAULT, InstantSource.system(), System::nanoTime, new Ledger().open("docs", null));
        return new Sandbox(ID, new PolicyHolder(snapshot), admission);
    }

    private static <T> T ready(Compilation<T> made) {
        if (made instanceof Compilation.Ready<T>(T policy, var _)) {
            return policy;
        }
        throw new AssertionError("not made: " + made);
    }
}
