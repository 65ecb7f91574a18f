/** Before "allow": what the documents with the grant would have decided otherwise, page by page of the last day's records. */

interface Group {
  origin: string;
  method: string;
  path: string;
  by: string;
  count: number;
}

interface Change {
  count: number;
  groups?: Group[];
}

interface Page {
  records: number;
  complete: boolean;
  next?: string;
  newly_allowed: Change;
  newly_refused: Change;
  cannot_be_said: Change;
}

const KINDS = ["newly_allowed", "newly_refused", "cannot_be_said"] as const;

/** No further page is asked for once so many records were asked about. */
const MAX_RECORDS = 100_000;

/** Of each change so many groups are kept, and so many rows shown; the counts are of all. */
const MAX_GROUPS = 1_000;
const MAX_ROWS = 50;

class Report {
  records = 0;
  complete = true;
  readonly counts = new Map<string, number>();
  readonly groups = new Map<string, Group & { kind: string }>();

  add(page: Page): void {
    this.records += page.records;
    this.complete &&= page.complete;
    for (const kind of KINDS) {
      this.counts.set(kind, (this.counts.get(kind) ?? 0) + page[kind].count);
      for (const group of page[kind].groups ?? []) {
        const key = JSON.stringify([kind, group.origin, group.method, group.path, group.by]);
        const known = this.groups.get(key);
        if (known) {
          known.count += group.count;
        } else if (this.groups.size < MAX_GROUPS) {
          this.groups.set(key, { ...group, kind });
        }
      }
    }
  }

  words(): string {
    return KINDS.map((kind) => `${(this.counts.get(kind) ?? 0).toLocaleString("en")} ${kind.replaceAll("_", " ")}`).join(", ");
  }

  rows(): HTMLElement[] {
    const sorted = [...this.groups.values()].sort((one, other) => other.count - one.count).slice(0, MAX_ROWS);
    return sorted.map((group) => {
      const row = document.createElement("tr");
      const request = `${group.method} ${group.origin}${group.path}`.trim();
      for (const text of [group.count.toLocaleString("en"), group.kind.replaceAll("_", " "), request, group.by]) {
        row.insertCell().textContent = text;
      }
      row.cells[0].className = "number";
      row.cells[2].className = "target";
      return row;
    });
  }
}

const place = document.querySelector<HTMLElement>("#replay");
const state = document.querySelector<HTMLElement>("#replay-state");
const button = document.querySelector<HTMLButtonElement>("#allow button");

function say(text: string): void {
  if (state) {
    state.textContent = text;
  }
}

function show(report: Report, isOver: boolean): void {
  const records = `${report.records.toLocaleString("en")} records of this sandbox`;
  say(isOver ? `Of ${records}: ${report.words()}.${report.complete ? "" : " Older records of the day were not asked about."}` : `${records} asked about, going on…`);
  const changes = document.querySelector<HTMLElement>("#replay-changes");
  if (changes && report.groups.size > 0) {
    changes.hidden = false;
    changes.querySelector("tbody")?.replaceChildren(...report.rows());
  }
}

async function replay(query: string): Promise<void> {
  const report = new Report();
  let next: string | undefined = "";
  while (next !== undefined && report.records < MAX_RECORDS) {
    const answer: Response = await fetch(`/console/refusals/replay?${query}${next ? `&cursor=${next}` : ""}`);
    if (answer.redirected || !answer.ok) {
      say(`The last day could not be asked about (status ${answer.status}).`);
      return;
    }
    const page = (await answer.json()) as Page;
    report.add(page);
    next = page.next;
    report.complete &&= next === undefined || report.records < MAX_RECORDS;
    show(report, false);
  }
  show(report, true);
}

if (place?.dataset.query && button) {
  button.disabled = true;
  say("Asking about the last day…");
  replay(place.dataset.query)
    .catch(() => say("The last day could not be asked about."))
    .finally(() => {
      button.disabled = false;
    });
}
