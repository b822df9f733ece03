import type { BarPoint } from "./bars.tsx";

/** Of a bar that is a link: its point and its part. */
export interface BarPlace {
  readonly point: number;
  readonly part: number;
}

type Step = readonly [along: number, across: number];

const UPRIGHT: Readonly<Record<string, Step>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
};
const LYING: Readonly<Record<string, Step>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The arrows pass over points without links. @returns `null`: the key moves nothing. */
export function barAfter(
  points: readonly BarPoint[],
  from: BarPlace,
  key: string,
  isHorizontal: boolean,
): BarPlace | null {
  if (key === "Home") return nearest(points, 0, 1, 0);
  if (key === "End") return nearest(points, points.length - 1, -1, 0);
  const step = (isHorizontal ? LYING : UPRIGHT)[key];
  if (!step) return null;
  const [along, across] = step;
  if (along !== 0) return nearest(points, from.point + along, along, from.part) ?? from;
  const parts = linksOf(points[from.point]);
  const part = parts[parts.indexOf(from.part) + across];
  return part === undefined ? from : { point: from.point, part };
}

/** Where Tab comes in. */
export function firstBar(points: readonly BarPoint[]): BarPlace | null {
  return nearest(points, 0, 1, 0);
}

export function isLink(points: readonly BarPoint[], { point, part }: BarPlace): boolean {
  return linksOf(points[point]).includes(part);
}

function nearest(
  points: readonly BarPoint[],
  start: number,
  step: number,
  part: number,
): BarPlace | null {
  for (let point = start; point >= 0 && point < points.length; point += step) {
    const parts = linksOf(points[point]);
    const [first] = parts;
    if (first !== undefined) return { point, part: parts.includes(part) ? part : first };
  }
  return null;
}

function linksOf(point: BarPoint | undefined): readonly number[] {
  return (point?.parts ?? []).flatMap(({ to, value }, part) =>
    to !== undefined && value > 0 ? [part] : [],
  );
}
