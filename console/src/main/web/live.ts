import { chart } from "./charts";
import { duration, showTimes } from "./numbers";

/** Rows that a page holds; older ones leave it, so that its memory stays bounded. */
const MAX_ROWS = 200;
/** Rows that wait while the page is paused; older ones are counted only. */
const MAX_WAITING = 200;
const SECONDS = 120;

/** The members of a record that a row shows. */
interface Decision {
  audit_id?: string;
  time?: string;
  kind?: string;
  sandbox?: string;
  verdict?: string;
  would_deny?: boolean;
  capability?: string;
  target?: string;
  method?: string;
  scheme?: string;
  host?: string;
  port?: number;
  path?: string;
  reason?: string;
  rule?: string;
  duration_us?: number;
  count?: number;
}

const OTHERS = new Set(["admin", "policy", "lifecycle", "end"]);

function cell(row: HTMLTableRowElement, kind: string, ...content: (Node | string)[]): HTMLTableCellElement {
  const made = row.insertCell();
  made.className = kind;
  made.append(...content);
  return made;
}

function link(address: string, text: string): HTMLAnchorElement {
  const made = document.createElement("a");
  made.href = address;
  made.textContent = text;
  return made;
}

function span(kind: string, text: string): HTMLSpanElement {
  const made = document.createElement("span");
  made.className = kind;
  made.textContent = text;
  return made;
}

function target(decision: Decision): string {
  if (decision.capability) {
    return decision.target ?? "";
  }
  if (!decision.host) {
    return decision.path ?? "";
  }
  const isUsual =
    !decision.port || (decision.scheme === "https" && decision.port === 443) || (decision.scheme === "http" && decision.port === 80);
  const host = decision.host.includes(":") ? `[${decision.host}]` : decision.host;
  const path = decision.kind === "connect" ? "" : (decision.path ?? "");
  return `${decision.scheme ? `${decision.scheme}://` : ""}${host}${isUsual ? "" : `:${decision.port}`}${path}`;
}

/** Makes the row that the server makes too (rows.jte); all texts are set as text. */
function made(decision: Decision): HTMLTableRowElement {
  const row = document.createElement("tr");
  const record = `/console/audit/${encodeURIComponent(decision.audit_id ?? "")}`;
  row.tabIndex = -1;
  row.dataset.href = record;
  const time = document.createElement("time");
  time.dateTime = decision.time ?? "";
  cell(row, "when", time);
  const verdict = cell(row, "", span(`verdict ${decision.verdict === "allow" ? "ok" : "no"}`, decision.verdict ?? ""));
  if (decision.would_deny) {
    verdict.append(" ", span("badge", "would refuse"));
  }
  const sandbox = decision.sandbox ?? "";
  cell(row, "sandbox", sandbox ? link(`/console/sandboxes/${encodeURIComponent(sandbox)}`, sandbox) : "");
  cell(row, "what", decision.capability ?? (decision.kind === "connect" ? "CONNECT" : (decision.method ?? "")));
  const where = target(decision);
  const to = link(record, where || "not known");
  to.title = where;
  const shown = cell(row, "target", to);
  if ((decision.count ?? 1) > 1) {
    shown.append(" ", span("badge", `×${decision.count}`));
  }
  cell(row, "reason", decision.reason ?? "").title = decision.rule ?? "";
  cell(row, "took number", decision.duration_us ? duration(decision.duration_us) : "");
  return row;
}

class LiveView {
  private readonly body: HTMLElement;
  private readonly waiting: Decision[] = [];
  private readonly allowed: number[] = new Array(SECONDS).fill(0);
  private readonly refused: number[] = new Array(SECONDS).fill(0);
  private readonly draw: ReturnType<typeof chart>;
  private paused = false;
  private missed = 0;
  private skipped = 0;

  constructor(
    private readonly place: HTMLElement,
    graph: HTMLElement,
  ) {
    this.body = place.querySelector("tbody") as HTMLElement;
    this.draw = chart(
      graph,
      [
        { name: "allowed", color: "--ok" },
        { name: "refused", color: "--no" },
      ],
      "",
      SECONDS,
    );
    document.querySelector("#live-pause")?.addEventListener("click", () => this.pause());
    document.addEventListener("keydown", (event) => {
      if (event.key === "p" && !(event.target instanceof HTMLInputElement) && !event.ctrlKey && !event.metaKey) {
        this.pause();
      }
    });
    setInterval(() => this.tick(), 1_000);
    this.paint();
    this.showNothing();
  }

  follow(): void {
    const events = new EventSource(this.place.dataset.events ?? "");
    events.onopen = () => this.say("live");
    events.onerror = () => this.say(events.readyState === EventSource.CLOSED ? "not connected: load the page again" : "connecting again");
    events.onmessage = (event) => this.take(JSON.parse(event.data) as Decision);
    events.addEventListener("skipped", (event) => this.skip(JSON.parse((event as MessageEvent).data)));
    events.addEventListener("dropped", (event) => this.skip({ allowed: 0, refused: 0, dropped: JSON.parse((event as MessageEvent).data).count }));
    events.addEventListener("logged-out", () => {
      events.close();
      location.assign("/console/login");
    });
  }

  private say(text: string): void {
    const state = document.querySelector("#live-state");
    if (state) {
      state.textContent = text;
    }
  }

  private take(decision: Decision): void {
    if (!decision.verdict || OTHERS.has(decision.kind ?? "")) {
      return;
    }
    (decision.verdict === "allow" ? this.allowed : this.refused)[SECONDS - 1] += decision.count ?? 1;
    this.waiting.push(decision);
    if (this.waiting.length > MAX_WAITING) {
      this.waiting.shift();
      this.missed++;
    }
    if (!this.paused && this.waiting.length === 1) {
      requestAnimationFrame(() => this.show());
    }
  }

  private skip(counts: { allowed: number; refused: number; dropped?: number }): void {
    this.allowed[SECONDS - 1] += counts.allowed;
    this.refused[SECONDS - 1] += counts.refused;
    this.skipped += counts.allowed + counts.refused + (counts.dropped ?? 0);
  }

  private show(): void {
    if (this.paused) {
      return;
    }
    const fresh = document.createDocumentFragment();
    for (const decision of this.waiting.reverse()) {
      fresh.append(made(decision));
    }
    this.waiting.length = 0;
    showTimes(fresh);
    this.body.prepend(fresh);
    while (this.body.childElementCount > MAX_ROWS) {
      this.body.lastElementChild?.remove();
    }
    this.showNothing();
  }

  private showNothing(): void {
    const nothing = document.querySelector<HTMLElement>("#live-nothing");
    if (nothing) {
      nothing.hidden = this.body.childElementCount > 0;
    }
  }

  private pause(): void {
    this.paused = !this.paused;
    const button = document.querySelector("#live-pause");
    button?.setAttribute("aria-pressed", String(this.paused));
    if (button?.firstChild) {
      button.firstChild.textContent = this.paused ? "Go on " : "Pause ";
    }
    if (!this.paused) {
      this.missed = 0;
      this.show();
    }
    this.say(this.paused ? "paused" : "live");
  }

  private tick(): void {
    const allowed = this.allowed[SECONDS - 1];
    const refused = this.refused[SECONDS - 1];
    this.figure("#rate-allowed", String(allowed));
    this.figure("#rate-refused", String(refused));
    const all = allowed + refused;
    this.figure("#rate-shown", this.skipped > 0 ? `1 in ${Math.max(2, Math.round(all / Math.max(1, all - this.skipped)))}` : "all");
    if (this.paused) {
      this.say(`paused, ${this.waiting.length + this.missed} waiting`);
    }
    this.skipped = 0;
    for (const counts of [this.allowed, this.refused]) {
      counts.shift();
      counts.push(0);
    }
    this.paint();
  }

  private figure(id: string, text: string): void {
    const place = document.querySelector(id);
    if (place) {
      place.textContent = text;
    }
  }

  private paint(): void {
    const now = Math.floor(Date.now() / 1000);
    this.draw([this.allowed.slice(0, -1).map((_count, index) => now - SECONDS + index + 1), this.allowed.slice(0, -1), this.refused.slice(0, -1)]);
  }
}

export function followLive(): void {
  const place = document.querySelector<HTMLElement>("#live");
  const graph = document.querySelector<HTMLElement>("#live-chart");
  if (place && graph) {
    new LiveView(place, graph).follow();
  }
}
