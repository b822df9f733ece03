import { Skeleton } from "antd";
import { lazy, Suspense } from "react";
import type { BarPoint, BarsProps } from "./bars.tsx";

// Recharts outweighs a whole list page.
const Bars = lazy(() => import("./bars.tsx"));

interface ChartProps extends BarsProps {
  /** For screen readers, a sentence. */
  readonly label: string;
}

/** Bars with an address are its links. Show the same data as a table or list beside it. */
export function Chart({ label, ...bars }: ChartProps) {
  return (
    <div
      role={hasLinks(bars.points) ? "group" : "img"}
      aria-label={label}
      style={{ height: bars.height }}
    >
      <Suspense fallback={<Skeleton.Node active style={{ width: "100%", height: bars.height }} />}>
        <Bars {...bars} />
      </Suspense>
    </div>
  );
}

/** Within an image nothing can be reached. */
function hasLinks(points: readonly BarPoint[]): boolean {
  return points.some(({ parts }) => parts.some(({ to }) => to !== undefined));
}
