package io.sallyport.control.store;

import io.sallyport.control.calls.PendingChange;
import io.sallyport.decision.FetchAllowance;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keeps state as files in the state directory. Thread-safety is as {@link Store} documents. */
final class DiskStore implements Store {
    private static final String PAST = "guardrails/history";
    private static final String PENDING = "guardrails/pending";

    static final List<String> PARTS = List.of(
            "sandboxes",
            "workspaces",
            "guardrails",
            PAST,
            PENDING,
            "bundles",
            "spent",
            "fetched",
            "skills",
            "revoked",
            "tokens",
            PastPolicies.PART,
            CaFiles.PART);

    private static final String JSON = StateFiles.JSON;
    private static final String BUNDLE = ".tar.gz";

    private final Path root;
    private final Path sandboxes;
    private final Path workspaces;
    private final Path bundles;
    private final Path guardrails;
    private final Path past;
    private final Path pending;
    private final Path candidate;
    private final Path spent;
    private final Path fetched;
    private final Path skills;
    private final Path revoked;
    private final Path floor;
    private final Path placeholderKey;
    private final RemovalJournal journal;
    private final PastPolicies policies;

    /** @param pastBytes the limit of past policies */
    DiskStore(Path root, int pastBytes) {
        this.root = root;
        sandboxes = root.resolve("sandboxes");
        workspaces = root.resolve("workspaces");
        bundles = root.resolve("bundles");
        spent = root.resolve("spent");
        fetched = root.resolve("fetched");
        skills = root.resolve("skills");
        revoked = root.resolve("revoked");
        guardrails = root.resolve("guardrails").resolve("guardrails" + JSON);
        past = root.resolve(PAST);
        pending = root.resolve(PENDING);
        candidate = root.resolve("guardrails").resolve("candidate" + JSON);
        floor = root.resolve("floor" + JSON);
        placeholderKey = root.resolve("placeholder.key");
        journal = new RemovalJournal(root);
        policies = new PastPolicies(root, pastBytes);
    }

    @Override
    public List<SandboxRecord> pastSandboxes(SandboxId id, int most) throws StateException {
        return PastPolicies.of(root, id, most);
    }

    @Override
    public List<SandboxRecord> sandboxes() throws StateException {
        var read = new ArrayList<SandboxRecord>();
        for (Path file : StateFiles.list(sandboxes)) {
            read.add(sandbox(file));
        }
        return read;
    }

    @Override
    public void save(SandboxRecord sandbox) throws StateException {
        Path file = file(sandboxes, sandbox.id());
        policies.keep(file, sandbox);
        DurableFile.write(file, StateForms.write(StateForms.of(sandbox)));
    }

    @Override
    public void delete(SandboxId id, long newFloor) throws StateException {
        raiseFloor(newFloor);
        policies.keep(file(sandboxes, id), null);
        for (Path folder : List.of(sandboxes, spent, fetched, skills)) {
            DurableFile.delete(file(folder, id));
        }
    }

    private void raiseFloor(long newFloor) throws StateException {
        synchronized (floor) { // guards the floor file: two sandboxes may be deleted at once
            if (newFloor > floor()) {
                DurableFile.write(floor, StateForms.write(new StateForms.FloorForm(StateForms.VERSION, newFloor)));
            }
        }
    }

    @Override
    public List<WorkspaceRecord> workspaces() throws StateException {
        var read = new ArrayList<WorkspaceRecord>();
        for (Path file : StateFiles.list(workspaces)) {
            WorkspaceRecord one = StateForms.workspace(
                    StateForms.read(file, StateFiles.listed(file), StateForms.WorkspaceForm.class));
            if (!file.equals(workspaces.resolve(one.id() + JSON))) {
                throw new StateException(file, "holds the workspace " + one.id());
            }
            read.add(one);
        }
        return read;
    }

    @Override
    public void save(WorkspaceRecord workspace) throws StateException {
        DurableFile.write(workspaces.resolve(workspace.id() + JSON), StateForms.write(StateForms.of(workspace)));
    }

    @Override
    public void delete(WorkspaceId id, long newFloor) throws StateException {
        raiseFloor(newFloor);
        DurableFile.delete(workspaces.resolve(id + JSON));
        DurableFile.delete(file(spent, id.ancestor()));
    }

    @Override
    public List<PendingRemoval> pendingRemovals() throws StateException {
        return journal.read();
    }

    @Override
    public void keepPending(PendingRemoval removal) throws StateException {
        journal.add(removal);
    }

    @Override
    public void forgetPending(SandboxId id) throws StateException {
        journal.remove(id);
    }

    @Override
    public Map<SandboxId, Long> revoked() throws StateException {
        var read = new HashMap<SandboxId, Long>();
        for (Path file : StateFiles.list(revoked)) {
            StateForms.RevokedForm form = StateForms.read(file, StateFiles.listed(file), StateForms.RevokedForm.class);
            SandboxId id = SandboxId.parse(form.id());
            if (id == null || !file.equals(file(revoked, id))) {
                throw new StateException(file, "is not the one of " + form.id());
            }
            read.put(id, form.revokedAt());
        }
        return read;
    }

    @Override
    public void saveRevoked(SandboxId id, long timeMillis) throws StateException {
        var form = new StateForms.RevokedForm(StateForms.VERSION, id.text(), timeMillis);
        DurableFile.write(file(revoked, id), StateForms.write(form));
    }

    @Override
    public void forgetRevoked(SandboxId id) throws StateException {
        DurableFile.delete(file(revoked, id));
    }

    @Override
    public Map<String, BigDecimal> spent(SandboxId id) throws StateException {
        Path file = file(spent, id);
        StateForms.SpentForm form = StateFiles.read(file, StateForms.SpentForm.class);
        return form == null ? Map.of() : StateForms.spent(file, form);
    }

    @Override
    public void saveSpent(SandboxId id, Map<String, BigDecimal> amounts) throws StateException {
        DurableFile.write(file(spent, id), StateForms.write(StateForms.ofSpent(amounts)));
    }

    @Override
    public void retainSpent(Set<SandboxId> ids) throws StateException {
        StateFiles.retain(spent, texts(ids));
        StateFiles.retain(fetched, texts(ids));
    }

    @Override
    public FetchAllowance.Counts fetched(SandboxId id) throws StateException {
        Path file = file(fetched, id);
        StateForms.FetchedForm form = StateFiles.read(file, StateForms.FetchedForm.class);
        return form == null ? FetchAllowance.Counts.NONE : StateForms.fetched(file, form);
    }

    @Override
    public void saveFetched(SandboxId id, FetchAllowance.Counts counts) throws StateException {
        DurableFile.write(file(fetched, id), StateForms.write(StateForms.of(counts)));
    }

    @Override
    public void forgetFetched(SandboxId id) throws StateException {
        DurableFile.delete(file(fetched, id));
    }

    private static Set<String> texts(Set<SandboxId> ids) {
        return ids.stream().map(SandboxId::text).collect(Collectors.toSet());
    }

    @Override
    public StoredSkills skills(SandboxId id) throws StateException {
        StateForms.SkillsForm form = StateFiles.read(file(skills, id), StateForms.SkillsForm.class);
        return form == null ? StoredSkills.NONE : StateForms.skills(form);
    }

    @Override
    public void saveSkills(SandboxId id, StoredSkills next) throws StateException {
        DurableFile.write(file(skills, id), StateForms.write(StateForms.of(next)));
    }

    @Override
    public void retainSkills(Set<SandboxId> ids) throws StateException {
        StateFiles.retain(skills, texts(ids));
    }

    @Override
    public byte[] placeholderKey() throws StateException {
        byte[] key = SecretSeal.readKey(placeholderKey);
        return key == null ? SecretSeal.createKey(placeholderKey) : key;
    }

    @Override
    public long floor() throws StateException {
        StateForms.FloorForm form = StateFiles.read(floor, StateForms.FloorForm.class);
        return form == null ? 0 : form.generation();
    }

    @Override
    public StoredGuardrails guardrails() throws StateException {
        return guardrails(guardrails);
    }

    private static StoredGuardrails guardrails(Path file) throws StateException {
        GuardrailsForms.GuardrailsForm form = StateFiles.read(file, GuardrailsForms.GuardrailsForm.class);
        return form == null ? StoredGuardrails.NONE : GuardrailsForms.guardrails(form);
    }

    @Override
    public void save(StoredGuardrails next) throws StateException {
        DurableFile.write(guardrails, StateForms.write(GuardrailsForms.of(next)));
    }

    @Override
    public List<PastGuardrails> pastGuardrails() throws StateException {
        var read = new ArrayList<PastGuardrails>();
        for (Path file : StateFiles.list(past)) {
            PastGuardrails one = GuardrailsForms.past(
                    StateForms.read(file, StateFiles.listed(file), GuardrailsForms.PastGuardrailsForm.class));
            if (!file.equals(past(one.epoch()))) {
                throw new StateException(file, "holds the guardrails of epoch " + one.epoch());
            }
            read.add(one);
        }
        return read;
    }

    @Override
    public void save(PastGuardrails next) throws StateException {
        DurableFile.write(past(next.epoch()), StateForms.write(GuardrailsForms.of(next)));
    }

    @Override
    public void retainPastGuardrails(Set<Long> epochs) throws StateException {
        Set<Path> kept = epochs.stream().map(this::past).collect(Collectors.toSet());
        for (Path file : StateFiles.list(past)) {
            if (!kept.contains(file)) {
                DurableFile.delete(file);
            }
        }
    }

    private Path past(long epoch) {
        return past.resolve(epoch + JSON);
    }

    @Override
    public List<PendingChange> pendingChanges() throws StateException {
        var read = new ArrayList<PendingChange>();
        for (Path file : StateFiles.list(pending)) {
            PendingChange change = GuardrailsForms.pending(file, StateFiles.listed(file));
            if (!file.equals(pending.resolve(change.id() + JSON))) {
                throw new StateException(file, "was altered: its content has the id " + change.id());
            }
            read.add(change);
        }
        return read;
    }

    @Override
    public void save(PendingChange change) throws StateException {
        DurableFile.write(pending.resolve(change.id() + JSON), StateForms.write(GuardrailsForms.of(change)));
    }

    @Override
    public void retainPendingChanges(Set<String> ids) throws StateException {
        StateFiles.retain(pending, ids);
    }

    @Override
    public StoredGuardrails candidate() throws StateException {
        return guardrails(candidate);
    }

    @Override
    public void saveCandidate(StoredGuardrails next) throws StateException {
        DurableFile.write(candidate, StateForms.write(GuardrailsForms.of(next)));
    }

    @Override
    public byte @Nullable [] bundle(String digest) throws StateException {
        return StateFiles.bytes(bundles.resolve(digest + BUNDLE));
    }

    @Override
    public void saveBundle(String digest, byte[] bundle) throws StateException {
        DurableFile.write(bundles.resolve(digest + BUNDLE), bundle);
    }

    @Override
    public void retainBundles(Set<String> digests) throws StateException {
        for (Path file : StateFiles.list(bundles)) {
            String name = file.getFileName().toString();
            if (name.endsWith(BUNDLE) && !digests.contains(name.substring(0, name.length() - BUNDLE.length()))) {
                DurableFile.delete(file);
            }
        }
    }

    private static Path file(Path folder, SandboxId id) {
        return folder.resolve(id.text() + JSON);
    }

    private SandboxRecord sandbox(Path file) throws StateException {
        try {
            SandboxRecord sandbox =
                    StateForms.sandbox(StateForms.read(file, StateFiles.listed(file), StateForms.SandboxForm.class));
            if (file.equals(file(sandboxes, sandbox.id()))) {
                return sandbox;
            }
            throw new StateException(file, "holds the sandbox " + sandbox.id());
        } catch (IllegalArgumentException e) {
            throw new StateException(file, "cannot be read", e);
        }
    }
}
