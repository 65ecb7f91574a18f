/** The number of requests that wait for a person, in the navigation. */

const badge = document.querySelector<HTMLElement>("#asks-waiting");

async function count(): Promise<void> {
  if (!badge || document.hidden) {
    return;
  }
  const answer = await fetch("/console/asks/waiting", { redirect: "manual" });
  if (answer.ok) {
    const { waiting } = (await answer.json()) as { waiting: number };
    badge.hidden = waiting === 0;
    badge.textContent = String(waiting);
  }
}

/** Counts now and every five seconds. */
export function countWaiting(): void {
  if (badge) {
    void count();
    setInterval(() => void count(), 5_000);
    document.addEventListener("visibilitychange", () => void count());
  }
}
