/** Times and durations as people read them. */

const UNITS: [number, string][] = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
];

/** Returns how long ago a moment was, or how far ahead it is. */
export function relative(moment: number, now: number): string {
  const seconds = Math.round((now - moment) / 1000);
  const size = Math.abs(seconds);
  if (size < 1) {
    return "now";
  }
  const [unit, word] = UNITS.find(([most]) => size >= most) ?? [1, "s"];
  const text = `${Math.floor(size / unit)} ${word}`;
  return seconds > 0 ? `${text} ago` : `in ${text}`;
}

/** Returns a duration with its unit. */
export function duration(micros: number): string {
  if (micros < 1_000) {
    return `${micros} µs`;
  }
  return micros < 1_000_000 ? `${(micros / 1_000).toFixed(1)} ms` : `${(micros / 1_000_000).toFixed(1)} s`;
}

/** Shows the times below an element relative to now, the exact ones on hover. */
export function showTimes(root: ParentNode): void {
  const now = Date.now();
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[datetime]")) {
    const moment = Date.parse(time.dateTime);
    if (!Number.isNaN(moment)) {
      time.title = `${time.dateTime} (${new Date(moment).toLocaleString()})`;
      const text = relative(moment, now);
      if (time.textContent !== text) {
        time.textContent = text;
      }
    }
  }
}

/** Shows the durations below an element with a fit unit. */
export function showDurations(root: ParentNode): void {
  for (const span of root.querySelectorAll<HTMLElement>("[data-micros]")) {
    span.textContent = duration(Number(span.dataset.micros));
  }
}
