import { chart } from "./charts";

/** How many readings a chart holds, and how many seconds lie between them. */
const READINGS = 120;
const SECONDS = 5;

interface Sample {
  name: string;
  labels: string;
  value: number;
}

/**
 * A chart: the sum of a metric's values, or how much that sum rises in a second.
 *
 * labels: what the labels of each value have in them; scale: what the sum is multiplied by.
 */
interface Shown {
  title: string;
  metric: string;
  unit: string;
  rises?: boolean;
  labels?: string;
  scale?: number;
}

const MIB = 1 / (1024 * 1024);
const SHOWN: Shown[] = [
  { title: "Decisions", metric: "sallyport_requests_total", unit: "/s", rises: true },
  { title: "Refusals", metric: "sallyport_requests_total", unit: "/s", rises: true, labels: 'verdict="deny"' },
  { title: "Audit records written", metric: "sallyport_audit_written_total", unit: "/s", rises: true },
  { title: "Audit records waiting", metric: "sallyport_audit_queued_records", unit: "" },
  { title: "Buffered bytes", metric: "sallyport_buffered_bytes", unit: " MiB", scale: MIB },
  { title: "Heap", metric: "jvm_memory_used_bytes", unit: " MiB", labels: 'area="heap"', scale: MIB },
  { title: "Processor", metric: "process_cpu_usage", unit: " %", scale: 100 },
];

class MetricChart {
  private readonly times: number[] = [];
  private readonly values: number[] = [];
  private before: { at: number; sum: number } | undefined;
  private readonly draw: ReturnType<typeof chart>;
  private readonly figure: HTMLElement;

  constructor(
    private readonly shown: Shown,
    place: HTMLElement,
  ) {
    const box = document.createElement("figure");
    const caption = document.createElement("figcaption");
    this.figure = document.createElement("span");
    this.figure.className = "number";
    caption.append(shown.title, " ", this.figure);
    const graph = document.createElement("div");
    graph.className = "chart";
    graph.setAttribute("role", "img");
    graph.setAttribute("aria-label", `${shown.title} over the last ten minutes`);
    box.append(caption, graph);
    place.append(box);
    this.draw = chart(graph, [{ name: shown.title, color: "--accent" }], shown.unit, READINGS * SECONDS);
  }

  take(samples: Sample[], at: number): void {
    const mine = samples.filter(
      (sample) => sample.name === this.shown.metric && sample.labels.includes(this.shown.labels ?? ""),
    );
    if (mine.length === 0) {
      return;
    }
    const sum = mine.reduce((all, sample) => all + sample.value, 0) * (this.shown.scale ?? 1);
    const value = this.shown.rises ? (this.before ? Math.max(0, sum - this.before.sum) / (at - this.before.at) : 0) : sum;
    this.before = { at, sum };
    this.times.push(at);
    this.values.push(value);
    if (this.times.length > READINGS) {
      this.times.shift();
      this.values.shift();
    }
    this.figure.textContent = `${Math.round(value * 10) / 10}${this.shown.unit}`;
    this.draw([this.times, this.values]);
  }
}

export function followHealth(): void {
  const place = document.querySelector<HTMLElement>("#health-charts");
  if (!place) {
    return;
  }
  const charts = SHOWN.map((shown) => new MetricChart(shown, place));
  const read = async (): Promise<void> => {
    const answer = await fetch(place.dataset.samples ?? "");
    if (answer.ok && !answer.redirected) {
      const { samples } = (await answer.json()) as { samples: Sample[] };
      for (const one of charts) {
        one.take(samples, Date.now() / 1000);
      }
    }
  };
  void read();
  setInterval(() => void read(), SECONDS * 1000);
}
