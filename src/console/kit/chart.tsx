import { Skeleton } from "antd";
import { lazy, Suspense } from "react";
import type { BarsProps } from "./bars.tsx";

// Recharts outweighs a whole list page, so it loads with the first chart.
const Bars = lazy(() => import("./bars.tsx"));

interface ChartProps extends BarsProps {
  /** The chart as a sentence for screen readers. */
  readonly label: string;
}

/** Bars of one figure. Show the same data in a table or a list beside it. */
export function Chart({ label, ...bars }: ChartProps) {
  return (
    <div role="img" aria-label={label} style={{ height: bars.height }}>
      <Suspense fallback={<Skeleton.Node active style={{ width: "100%", height: bars.height }} />}>
        <Bars {...bars} />
      </Suspense>
    </div>
  );
}
