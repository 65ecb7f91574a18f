import uPlot from "uplot";
import { followHealth } from "./health";
import { followLive } from "./live";

export interface Series {
  name: string;
  color: string;
}

function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Draws lines over time into an element, whose size it takes; draws again in the other theme. */
export function chart(place: HTMLElement, series: Series[], unit: string): (data: uPlot.AlignedData) => void {
  let plot: uPlot | undefined;
  let last: uPlot.AlignedData | undefined;
  const make = (): void => {
    plot?.destroy();
    const axis = { stroke: color("--dim"), grid: { stroke: color("--line"), width: 1 }, ticks: { stroke: color("--line"), width: 1 }, font: "11px system-ui" };
    plot = new uPlot(
      {
        width: place.clientWidth,
        height: place.clientHeight,
        legend: { show: false },
        cursor: { show: false },
        scales: { y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] } },
        axes: [axis, { ...axis, size: 54, values: (_plot, values) => values.map((value) => `${value}${unit}`) }],
        series: [{}, ...series.map((one) => ({ label: one.name, stroke: color(one.color), fill: `${color(one.color)}22`, width: 1.5, points: { show: false } }))],
      },
      last ?? [[], ...series.map(() => [])],
      place,
    );
  };
  make();
  addEventListener("themechange", make);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", make);
  new ResizeObserver(() => plot?.setSize({ width: place.clientWidth, height: place.clientHeight })).observe(place);
  return (data) => {
    last = data;
    plot?.setData(data);
  };
}

followLive();
followHealth();
