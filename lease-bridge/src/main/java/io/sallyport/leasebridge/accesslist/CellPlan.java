package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns rules of which the first one decides into grants, which add up, and denials, which override them. All hosts,
 * ports and methods are taken apart into parts about which the rules make no difference; each part is asked for.
 * Confined to one import.
 */
final class CellPlan {
    /** Limit of parts of hosts times ports, methods and rules that hold for any name; a list with more is refused. */
    static final long MAX_QUESTIONS = 20_000_000;

    private final AccessRules rules;
    private final GrantForm form;
    private final ImportFindings findings;
    private final ListedNames names;
    private final List<Integer> meant;
    private final String anyPort;
    private final List<String> methods;
    private boolean hasToldOfPorts;
    private final List<Integer> ports;
    private final Map<HostCell, Map<Integer, Answer>> answers = new LinkedHashMap<>();
    private final Map<HostCell, Set<Integer>> closed = new HashMap<>();
    private final List<ReachedHost> reaches = new ArrayList<>();
    private final List<AccessGrants.Denied> denied = new ArrayList<>();

    private CellPlan(AccessRules rules, AccessListSettings settings, ImportFindings findings) {
        this.rules = rules;
        this.form = GrantForm.of(settings.form());
        this.findings = findings;
        this.names = ListedNames.of(rules);
        this.meant = settings.ports();
        this.anyPort = settings.otherPorts();
        this.methods = Stream.concat(Stream.of(AccessTarget.TUNNEL, AccessTarget.OTHER), names.methods().stream())
                .toList();
        this.ports = names.ports(settings.ports());
    }

    /** @param place of the rule that allows, or of the document */
    private record Answer(CellAccess access, Place place) {
        static final Answer NO = new Answer(CellAccess.NONE, Place.START);
    }

    static AccessGrants of(AccessRules rules, AccessListSettings settings, ImportFindings findings) {
        var plan = new CellPlan(rules, settings, findings);
        long questions = (long) plan.names.cells().size()
                * (plan.ports.size() + plan.names.otherPorts(plan.ports).size())
                * plan.methods.size()
                * (rules.ofAnyName() + 1);
        if (questions > MAX_QUESTIONS) {
            findings.refuse(Place.START, DiagnosticCode.TOO_LARGE, "too many hosts, ports and rules", null);
            return new AccessGrants(List.of(), List.of(), false);
        }
        plan.ask();
        plan.grant();
        return new AccessGrants(plan.reaches, plan.denied, false);
    }

    private void ask() {
        for (HostCell cell : names.cells()) {
            Map<Integer, Answer> byPort = new LinkedHashMap<>();
            ports.forEach(port -> byPort.put(port, answer(cell, port)));
            answers.put(cell, byPort);
            names.otherPorts(ports).forEach(port -> answer(cell, port));
        }
        Answer others = answers.getOrDefault(HostCell.others(), Map.of()).values().stream()
                .filter(answer -> !answer.access().isEmpty())
                .findFirst()
                .orElse(Answer.NO);
        if (!others.access().isEmpty()) {
            findings.leaveOut(others.place(), DiagnosticCode.BROAD_PATTERN, "every host that is not named");
        }
        answers.remove(HostCell.others());
    }

    /** Returns what is allowed; a port that is not meant by any port has to be named by a rule. */
    private Answer answer(HostCell cell, int port) {
        Place place = null;
        Set<String> allowed = new TreeSet<>();
        for (String method : methods) {
            var target = new AccessTarget(cell, port, method);
            AccessRule rule = rules.allowing(target);
            if (cell.address() != null) {
                tellOfNames(cell, rules.deciding(target), target);
            }
            if (rule != null && (meant.contains(port) || rules.namesPort(target))) {
                allowed.add(method);
                place = place == null ? rule.place() : place;
            } else if (rule != null) {
                tellOfOtherPorts(rule);
            }
        }
        return place == null ? Answer.NO : new Answer(access(allowed), place);
    }

    /** Tells of an address that a denial of names may be about. */
    private void tellOfNames(HostCell cell, @Nullable AccessRule rule, AccessTarget target) {
        if (rule != null && !rule.allows() && rule.holds(target) == Truth.UNKNOWN) {
            String message = cell.name() + ": the names of the address are looked up there, and may be denied";
            findings.narrow(rule.place(), message);
        }
    }

    /** Tells once that more ports are allowed by the list. */
    private void tellOfOtherPorts(AccessRule rule) {
        if (!hasToldOfPorts) {
            hasToldOfPorts = true;
            findings.narrow(rule.place(), anyPort);
        }
    }

    private CellAccess access(Set<String> allowed) {
        Set<String> named = new TreeSet<>(names.methods());
        named.retainAll(allowed);
        Set<String> refused = new TreeSet<>(names.methods());
        refused.removeAll(allowed);
        boolean others = allowed.contains(AccessTarget.OTHER);
        return new CellAccess(allowed.contains(AccessTarget.TUNNEL), new MethodSet(others, named, refused));
    }

    private void grant() {
        answers.keySet().forEach(this::withdrawAbove);
        for (HostCell cell : answers.keySet()) {
            deny(cell);
            Map<CellAccess, List<Integer>> byAccess = new LinkedHashMap<>();
            answers(cell).forEach((port, answer) -> {
                if (!inherited(cell, port).covers(answer.access())) {
                    byAccess.computeIfAbsent(answer.access(), _ -> new ArrayList<>())
                            .add(port);
                }
            });
            byAccess.forEach((access, some) -> grant(cell, access, some));
        }
    }

    private Map<Integer, Answer> answers(HostCell cell) {
        return answers.getOrDefault(cell, Map.of());
    }

    private Answer answerAt(HostCell cell, int port) {
        return answers(cell).getOrDefault(port, Answer.NO);
    }

    private void grant(HostCell cell, CellAccess access, List<Integer> some) {
        Place place = answerAt(cell, some.getFirst()).place();
        ReachedHost reach = new ReachedHost(place, cell.pattern(), some, access, List.of());
        GrantForm.Carried carried = form.carried(reach, false);
        List<Integer> kept =
                carried.reach() == null ? List.of() : carried.reach().ports();
        if (carried.reach() == null) {
            findings.leaveOut(place, DiagnosticCode.NOT_EXACT, shown(cell, some) + ": " + carried.why());
        } else {
            reaches.add(carried.reach());
            if (!carried.why().isEmpty()) {
                findings.narrow(place, shown(cell, some) + ": " + carried.why());
            }
        }
        answers(cell).replaceAll((port, answer) -> some.contains(port) && !kept.contains(port) ? Answer.NO : answer);
    }

    private static String shown(HostCell cell, List<Integer> some) {
        String numbers = some.stream().map(String::valueOf).collect(Collectors.joining(","));
        return (cell.below() ? "below " + cell.name() : cell.name()) + ":" + numbers;
    }

    /** Leaves out the names below another where this part cannot be denied as it would have to be. */
    private void withdrawAbove(HostCell cell) {
        Map<Integer, Answer> own = answers(cell);
        cell.ancestors()
                .filter(answers::containsKey)
                .forEach(ancestor -> answers(ancestor).replaceAll((port, above) -> {
                    boolean isLess = !own.getOrDefault(port, Answer.NO).access().covers(above.access());
                    if (!isLess || canDeny(cell)) {
                        return above;
                    }
                    String help = form.denies() ? "no network policy says that" : "--as policy has denials";
                    String message =
                            "what is below " + ancestor.name() + ": " + cell.pattern() + " is denied, and " + help;
                    findings.leaveOut(above.place(), DiagnosticCode.NOT_EXACT, message);
                    return Answer.NO;
                }));
    }

    private boolean canDeny(HostCell cell) {
        CellAccess full = new CellAccess(true, MethodSet.ALL);
        ReachedHost reach = new ReachedHost(Place.START, cell.pattern(), List.of(443), full, List.of());
        return form.denies() && form.carried(reach, true).reach() != null;
    }

    /** Returns what the names above grant of a part, unless it is denied with names above it. */
    private CellAccess inherited(HostCell cell, int port) {
        boolean isClosed = cell.ancestors()
                .anyMatch(above -> closed.getOrDefault(above, Set.of()).contains(port));
        return isClosed
                ? CellAccess.NONE
                : cell.ancestors()
                        .map(above -> answerAt(above, port).access())
                        .reduce(CellAccess.NONE, CellAccess::and);
    }

    private void deny(HostCell cell) {
        Set<Integer> some = new LinkedHashSet<>();
        answers(cell).forEach((port, answer) -> {
            if (!answer.access().covers(inherited(cell, port))) {
                some.add(port);
            }
        });
        answers(cell).replaceAll((port, answer) -> {
            boolean above = cell.ancestors()
                    .anyMatch(
                            ancestor -> closed.getOrDefault(ancestor, Set.of()).contains(port));
            if (!answer.access().isEmpty() && (above || some.contains(port))) {
                findings.narrow(
                        answer.place(), shown(cell, List.of(port)) + ": the denial of names above covers it, too");
                return Answer.NO;
            }
            return answer;
        });
        if (!some.isEmpty()) {
            closed.put(cell, some);
            denied.add(new AccessGrants.Denied(place(cell, some), cell.pattern(), List.copyOf(some)));
        }
    }

    /** Returns where the denial is written. */
    private Place place(HostCell cell, Set<Integer> some) {
        AccessTarget target = new AccessTarget(cell, some.iterator().next(), AccessTarget.TUNNEL);
        AccessRule deciding = rules.deciding(target);
        return deciding == null ? Place.START : deciding.place();
    }
}
