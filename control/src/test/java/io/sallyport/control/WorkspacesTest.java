package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.Removal;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.LeaseControl.LeaseAnswer;
import io.sallyport.control.calls.LeaseControl.LeaseRequest;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceAnswer;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceRemoval;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceView;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.explain.EffectiveLine;
import io.sallyport.decision.explain.PolicyLayer;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Decision;
import io.sallyport.model.DialRules;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A workspace is a ceiling over its sandboxes that nobody gets round from below. */
class WorkspacesTest {
    private static final WorkspaceId DOCS = new WorkspaceId("docs");
    private static final WorkspaceId OTHER = new WorkspaceId("other");
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final SandboxId CHILD = new SandboxId("sb-2");
    private static final String EVERYTHING = "{\"net.fetch\": [\"http://**\"], \"tool.call\": [\"**\"]}";
    private static final String CEILING = "{\"net.fetch\": [\"http://a.test/**\"], \"tool.call\": [\"web.*\"]}";

    private final MemoryStore store = new MemoryStore();
    private final List<SandboxId> concerned = new ArrayList<>();
    private SandboxRegistry registry = new SandboxRegistry();

    @Test
    void aSandboxPassesOnlyWhatItsWorkspacePasses() {
        PolicyControl control = load(WorkspaceRules.NONE);
        put(control, DOCS, lease("{\"net.fetch\": [\"http://a.test/**\"]}"));
        assertThat(codes(control, SB, policyOf("a.test", "b.test").workspace(DOCS)))
                .isEmpty();
        assertThat(allows(get("http://a.test/x"))).isTrue();
        Decision refused = decide(get("http://b.test/x"));
        assertThat(refused).isInstanceOf(Decision.Deny.class);
        assertThat(refused.rule()).isEqualTo("workspace:docs");
        assertThat(allows(get("http://c.test/x")))
                .as("a workspace grants nothing")
                .isFalse();
    }

    @Test
    void aChangeBindsAllSandboxesBelowAtOnceAndConcernsEach() {
        PolicyControl control = load(WorkspaceRules.NONE);
        put(control, DOCS, SandboxDocuments.builder());
        codes(control, SB, lease(EVERYTHING).workspace(DOCS));
        codes(control, CHILD, lease(EVERYTHING).parent(SB));
        assertThat(allows(get("http://b.test/x"))).isTrue();
        concerned.clear();
        put(control, DOCS, lease(CEILING));
        assertThat(allows(get("http://b.test/x"))).isFalse();
        assertThat(allows(CHILD, get("http://b.test/x"))).isFalse();
        assertThat(concerned).containsExactlyInAnyOrder(SB, CHILD);
    }

    @Test
    void whatNoDocumentOfTheWorkspaceSpeaksOfIsNotBounded() {
        PolicyControl control = load(WorkspaceRules.NONE);
        codes(control, SB, lease(EVERYTHING));
        put(control, DOCS, policyOf("a.test"));
        SandboxId inside = new SandboxId("inside");
        codes(control, inside, lease(EVERYTHING).workspace(DOCS));
        assertThat(allows(inside, get("http://b.test/x"))).isFalse();
        assertThat(allows(inside, tool("any.tool")))
                .as("a network policy bounds no actions")
                .isTrue();
        put(control, DOCS, lease(CEILING));
        assertThat(allows(inside, tool("any.tool"))).as("a lease does").isFalse();
        assertThat(allows(inside, tool("web.search"))).isTrue();
    }

    @Test
    void itsRegoDeniesWhateverElseItBounds() {
        PolicyControl control = load(WorkspaceRules.NONE);
        put(control, DOCS, rego("input.net.host == \"b.test\""));
        codes(control, SB, lease(EVERYTHING).workspace(DOCS));
        assertThat(allows(get("http://a.test/x"))).isTrue();
        Decision refused = decide(get("http://b.test/x"));
        assertThat(refused.rule()).isEqualTo("workspace:docs/sandbox:closed");
        assertThat(allows(tool("any.tool"))).isTrue();
    }

    @Test
    void guardrailsAreAskedOfTheSandboxAlone() {
        PolicyControl control = load(WorkspaceRules.NONE);
        put(control, DOCS, SandboxDocuments.builder());
        codes(control, SB, lease(EVERYTHING).workspace(DOCS).labels(Map.of("team", "docs")));
        String rule = """
                package sallyport.guardrails

                deny contains {"rule": "team", "message": "m"} if not input.sandbox.labels.team
                """;
        var guardrails = new GuardrailsDocuments(Map.of("g.rego", rule), null);
        done(control.putGuardrails(new GuardrailsChange(guardrails, Precondition.NONE, ChangeOrigin.UNKNOWN, false)));
        assertThat(allows(get("http://a.test/x"))).isTrue();
    }

    @Test
    void noOneLeavesOrChangesItsWorkspace() {
        PolicyControl control = load(WorkspaceRules.NONE);
        put(control, DOCS, lease(CEILING));
        put(control, OTHER, SandboxDocuments.builder());
        codes(control, SB, lease(CEILING).workspace(DOCS));
        assertThat(codes(control, SB, lease(CEILING).workspace(OTHER))).containsExactly("WORKSPACE_FIXED");
        assertThat(codes(control, SB, policyOf("b.test")))
                .as("a put that names none keeps it")
                .isEmpty();
        assertThat(allows(get("http://b.test/x"))).isFalse();
        assertThat(codes(control, CHILD, policyOf("b.test").parent(SB).workspace(OTHER)))
                .containsExactly("OTHER_WORKSPACE");
        assertThat(codes(control, CHILD, policyOf("b.test").parent(SB))).isEmpty();
        assertThat(allows(CHILD, get("http://b.test/x"))).isFalse();
        assertThat(Objects.requireNonNull(control.get(CHILD)).workspace()).isEqualTo(DOCS);
        assertThat(codes(control, new SandboxId("sb-3"), lease("{}").workspace(new WorkspaceId("none"))))
                .containsExactly("UNKNOWN_WORKSPACE");
    }

    @Test
    void noSandboxCanHaveTheIdOfAWorkspaceOrNameItAsParent() {
        PolicyControl control = load(WorkspaceRules.NONE);
        put(control, DOCS, lease(CEILING));
        assertThat(SandboxId.parse(DOCS.ancestor().text())).isNull();
        assertThat(registry.find(DOCS.ancestor())).isNull();
        assertThat(control.get(DOCS.ancestor())).isNull();
        assertThat(control.leases().get(DOCS.ancestor())).isNull();
        assertThat(done(control.delete(DOCS.ancestor())).removal()).isEqualTo(Removal.UNKNOWN);
        SandboxDocuments.Builder same = lease(EVERYTHING);
        assertThat(codes(control, new SandboxId("docs"), same))
                .as("another name space")
                .isEmpty();
        assertThat(control.list()).hasSize(1);
    }

    @Test
    void theDefaultHoldsForEveryPutAndLeaseThatNamesNone() {
        PolicyControl control = load(new WorkspaceRules(DOCS, false));
        put(control, DOCS, lease(CEILING));
        codes(control, SB, policyOf("a.test", "b.test"));
        assertThat(allows(get("http://b.test/x"))).isFalse();
        var asked = new LeaseRequest("{\"net.fetch\": [\"http://a.test/**\"]}", null, null, null, Map.of(), null, null);
        assertThat(done(control.leases().put(CHILD, asked))).isInstanceOf(LeaseAnswer.InForce.class);
        assertThat(Objects.requireNonNull(control.leases().get(CHILD)).workspace())
                .isEqualTo(DOCS);
        assertThat(done(control.leases().put(CHILD, asked)))
                .as("the same lease again")
                .isInstanceOf(LeaseAnswer.InForce.class);
        var beyond =
                new LeaseRequest("{\"net.fetch\": [\"http://b.test/**\"]}", null, null, null, Map.of(), null, null);
        assertThat(done(control.leases().put(new SandboxId("sb-3"), beyond)))
                .isInstanceOfSatisfying(
                        LeaseAnswer.Refused.class,
                        refused -> assertThat(refused.diagnostics())
                                .extracting(Diagnostic::code)
                                .containsExactly("LEASE_SUBSET_VIOLATION"));
    }

    @Test
    void aDefaultThatNobodyPutRefusesEverythingUntilItIsThere() {
        PolicyControl control = load(new WorkspaceRules(DOCS, false));
        codes(control, SB, lease(EVERYTHING));
        assertThat(decide(get("http://a.test/x")).rule()).isEqualTo("workspace:docs");
        assertThat(control.workspaces().list())
                .extracting(WorkspaceView::status)
                .containsExactly("missing");
        put(control, DOCS, lease(CEILING));
        assertThat(allows(get("http://a.test/x"))).isTrue();
        assertThat(allows(get("http://b.test/x"))).isFalse();
    }

    @Test
    void sandboxesOfBeforeJoinTheDefaultAtTheStartForLife() {
        codes(load(WorkspaceRules.NONE), SB, lease(EVERYTHING));
        PolicyControl control = load(new WorkspaceRules(DOCS, false));
        put(control, DOCS, lease(CEILING));
        assertThat(allows(get("http://b.test/x"))).isFalse();
        load(WorkspaceRules.NONE);
        assertThat(allows(get("http://b.test/x")))
                .as("the default is configured no more")
                .isFalse();
    }

    @Test
    void whereAWorkspaceIsRequiredASandboxWithoutOneIsRefused() {
        codes(load(WorkspaceRules.NONE), SB, lease(EVERYTHING));
        PolicyControl control = load(new WorkspaceRules(null, true));
        assertThat(allows(get("http://a.test/x"))).isFalse();
        assertThat(codes(control, CHILD, lease(EVERYTHING))).containsExactly("WORKSPACE_REQUIRED");
    }

    @Test
    void itIsRestoredBeforeItsSandboxesAndDeletedOnlyWhenNoneIsIn() {
        PolicyControl first = load(WorkspaceRules.NONE);
        put(first, DOCS, lease(CEILING));
        codes(first, SB, lease("{\"net.fetch\": [\"http://a.test/**\"]}").workspace(DOCS));
        PolicyControl second = load(WorkspaceRules.NONE);
        put(second, DOCS, SandboxDocuments.builder());
        codes(second, SB, lease(EVERYTHING));
        put(second, DOCS, lease(CEILING));
        PolicyControl control = load(WorkspaceRules.NONE);
        assertThat(allows(get("http://a.test/x"))).isTrue();
        assertThat(allows(get("http://b.test/x"))).isFalse();
        assertThat(done(control.workspaces().delete(DOCS, ChangeOrigin.UNKNOWN)))
                .isEqualTo(new WorkspaceRemoval.InUse(1, List.of(SB)));
        done(control.delete(SB));
        long generation = Objects.requireNonNull(control.workspaces().get(DOCS)).generation();
        assertThat(done(control.workspaces().delete(DOCS, ChangeOrigin.UNKNOWN)))
                .isInstanceOf(WorkspaceRemoval.Gone.class);
        assertThat(control.workspaces().get(DOCS)).isNull();
        assertThat(put(control, DOCS, lease(CEILING)).generation()).isGreaterThan(generation);
    }

    @Test
    void aSandboxWhoseWorkspaceIsLostIsRefusedEverything() {
        PolicyControl first = load(WorkspaceRules.NONE);
        put(first, DOCS, lease(CEILING));
        codes(first, SB, lease("{\"net.fetch\": [\"http://a.test/**\"]}").workspace(DOCS));
        store.delete(DOCS, 0);
        load(WorkspaceRules.NONE);
        assertThat(allows(get("http://a.test/x"))).isFalse();
    }

    @Test
    void itsBudgetIsOneCeilingForAllItsSandboxes() {
        PolicyControl control = load(WorkspaceRules.NONE);
        put(control, DOCS, lease("{\"net.fetch\": [\"http://**\"], \"cost.budget\": [\"requests:3\"]}"));
        codes(control, SB, lease("{\"net.fetch\": [\"http://**\"]}").workspace(DOCS));
        codes(control, CHILD, lease("{\"net.fetch\": [\"http://**\"]}").workspace(DOCS));
        assertThat(sandbox(SB).admission().account().takeTunnel()).isTrue();
        assertThat(sandbox(CHILD).admission().account().takeTunnel()).isTrue();
        assertThat(sandbox(CHILD).admission().account().takeTunnel()).isTrue();
        assertThat(sandbox(SB).admission().account().takeTunnel()).isFalse();
        assertThat(codes(
                        control,
                        new SandboxId("sb-3"),
                        lease("{\"net.fetch\": [\"http://**\"], \"cost.budget\": [\"requests:1\"]}")
                                .workspace(DOCS)))
                .containsExactly("LEASE_SUBSET_VIOLATION");
    }

    @Test
    void aLeaseOfAWorkspaceLendsNoLimitAndNoModelToThoseBelow() {
        PolicyControl control = load(WorkspaceRules.NONE);
        put(control, DOCS, lease("{\"net.fetch\": [\"http://**\"], \"model.use\": [\"**\"]}"));
        codes(control, SB, lease("{\"net.fetch\": [\"http://**\"]}").workspace(DOCS));
        String effective =
                Objects.requireNonNull(control.documents(SB)).documents().lease();
        assertThat(effective).doesNotContain("model.use");
        var rules = control.effective(SB).orElseThrow().lines();
        assertThat(rules)
                .filteredOn(line -> line.layer() == PolicyLayer.SANDBOX)
                .extracting(EffectiveLine::rule)
                .containsExactly("lease:net.fetch[0]");
        assertThat(rules)
                .filteredOn(line -> line.layer() == PolicyLayer.WORKSPACE)
                .extracting(line -> line.of() + " " + line.rule())
                .contains("workspace:docs lease:net.fetch[0]");
    }

    @Test
    void aPutIsRefusedForWhatAWorkspaceCannotHoldOrThatIsNotMeant() {
        PolicyControl control = load(WorkspaceRules.NONE);
        assertThat(done(control.workspaces()
                        .put(
                                DOCS,
                                lease("{\"net.fetch\": [\"ftp://x\"]}").build(),
                                Precondition.NONE,
                                ChangeOrigin.UNKNOWN)))
                .isInstanceOf(WorkspaceAnswer.Refused.class);
        put(control, DOCS, lease(CEILING));
        assertThat(done(control.workspaces()
                        .put(DOCS, lease(CEILING).build(), new Precondition.Absent(), ChangeOrigin.UNKNOWN)))
                .isInstanceOf(WorkspaceAnswer.MovedOn.class);
        assertThat(control.workspaces().list()).hasSize(1);
    }

    private static SandboxDocuments.Builder lease(String json) {
        return SandboxDocuments.builder().lease(json);
    }

    private static SandboxDocuments.Builder policyOf(String... hosts) {
        var text = new StringBuilder("version: 1\nnetwork_policies:\n  api:\n    endpoints:\n");
        for (String host : hosts) {
            text.append("      - {host: ").append(host).append(", port: 80, protocol: rest, access: full}\n");
        }
        return SandboxDocuments.builder().policy(text.toString());
    }

    private static SandboxDocuments.Builder rego(String condition) {
        return SandboxDocuments.builder()
                .rego(Map.of(
                        "own.rego",
                        "package sallyport.sandbox\n\n" + "deny contains {\"rule\": \"closed\", \"message\": \"m\"} if "
                                + condition + "\n"));
    }

    private static WorkspaceView put(PolicyControl control, WorkspaceId id, SandboxDocuments.Builder documents) {
        WorkspaceAnswer answer =
                done(control.workspaces().put(id, documents.build(), Precondition.NONE, ChangeOrigin.UNKNOWN));
        assertThat(answer).isInstanceOf(WorkspaceAnswer.InForce.class);
        return ((WorkspaceAnswer.InForce) answer).view();
    }

    /** Puts a sandbox; returns the codes of its refusal, none if it is in force. */
    private static List<String> codes(PolicyControl control, SandboxId id, SandboxDocuments.Builder documents) {
        SandboxAnswer answer = done(control.put(id, new SandboxChange(documents.build(), Precondition.NONE, false)));
        if (answer instanceof SandboxAnswer.Refused(var diagnostics)) {
            return diagnostics.stream().map(Diagnostic::code).toList();
        }
        assertThat(answer).isInstanceOf(SandboxAnswer.InForce.class);
        return List.of();
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static CanonicalRequest get(String url) {
        return switch (WrittenRequest.parse("GET", url)) {
            case Parsed.Accepted<CanonicalRequest>(CanonicalRequest request) -> request;
            case Parsed.Rejected<CanonicalRequest> rejected -> throw new AssertionError(rejected);
        };
    }

    private static CanonicalAction tool(String name) {
        return ((Canonicalized.Accepted<CanonicalAction>) CanonicalAction.parse("tool.call", name, null)).value();
    }

    private Sandbox sandbox(SandboxId id) {
        return Objects.requireNonNull(registry.find(id));
    }

    private Decision decide(Question question) {
        return decide(SB, question);
    }

    private Decision decide(SandboxId id, Question question) {
        return PolicyChain.of(sandbox(id)).ask(policy -> policy.decide(question));
    }

    private boolean allows(Question question) {
        return allows(SB, question);
    }

    private boolean allows(SandboxId id, Question question) {
        return decide(id, question) instanceof Decision.Allow;
    }

    /** Starts a gateway's control over the same state. */
    private PolicyControl load(WorkspaceRules rules) {
        InstantSource wall = InstantSource.system();
        registry = new SandboxRegistry();
        try {
            return PolicyControl.load(
                    store,
                    SharedPolicies.POLICIES,
                    null,
                    ApprovalRules.NONE,
                    TrialRules.UNCOUNTED,
                    rules,
                    registry,
                    new MemoryAuthorities(),
                    account -> new LiveAdmission(AdmissionLimits.BY_DEFAULT, wall, System::nanoTime, account),
                    new Accounts(store, (_, _) -> {}, new UnwrittenSpending(Duration.ofSeconds(5), true)),
                    wall,
                    null,
                    new RegistryOfSkills(null, SharedPolicies.POLICIES, new SkillRegistry(), System::nanoTime),
                    new Guard(ClosedPaths.of(List.of())),
                    DialRules.NONE,
                    List.of(new SandboxPart() {
                        @Override
                        public void policyChanged(SandboxId sandbox) {
                            concerned.add(sandbox);
                        }
                    }),
                    ChangeMeter.unread());
        } catch (StateException e) {
            throw new IllegalStateException(e);
        }
    }
}
