import { Skeleton } from "antd";
import { lazy, Suspense } from "react";
import type { BarsProps } from "./bars.tsx";

// The library of charts is heavier than a whole list: it comes with the first chart.
const Bars = lazy(() => import("./bars.tsx"));

interface ChartProps extends BarsProps {
  /** The chart in a sentence, for those who do not see it. */
  readonly label: string;
}

/**
 * Bars of one figure. What is drawn must be readable elsewhere as well: beside it stands a table or
 * a list.
 */
export function Chart({ label, ...bars }: ChartProps) {
  return (
    <div role="img" aria-label={label} style={{ height: bars.height }}>
      <Suspense fallback={<Skeleton.Node active style={{ width: "100%", height: bars.height }} />}>
        <Bars {...bars} />
      </Suspense>
    </div>
  );
}
