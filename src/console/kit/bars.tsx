import { theme } from "antd";
import { createContext, memo, useContext, useRef, useState, type KeyboardEvent } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  Rectangle,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type BarShapeProps,
} from "recharts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { barAfter, firstBar, isLink, type BarPlace } from "./bar-places.ts";
import { toneColors } from "./tone-colors.ts";

interface BarPart {
  readonly value: number;
  /** What it counts, after the point's title. */
  readonly hint: string;
  readonly tone?: StateTone;
  /** The list it counts. */
  readonly to?: string | undefined;
}

export interface BarPoint {
  readonly key: string;
  /** On the axis; in the hint. */
  readonly label: string;
  readonly title: string;
  /** As many for each point, one on another. */
  readonly parts: readonly BarPart[];
}

export interface BarsProps {
  readonly points: readonly BarPoint[];
  readonly height: number;
  /** Value axis: «20 тыс. ₽». */
  readonly format: (value: number) => string;
  readonly isHorizontal?: boolean;
}

interface Keys {
  readonly stop: BarPlace | null;
  readonly onFocus: (place: BarPlace) => void;
  readonly onBlur: () => void;
}

const KeysContext = createContext<Keys>({ stop: null, onFocus: () => {}, onBlur: () => {} });

/** Bars with an address are links: one stop of Tab, then the arrows. */
export default function Bars(props: BarsProps) {
  const { points, isHorizontal = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<BarPlace | null>(null);
  const [isFocused, setIsFocused] = useState(false);
  const stop = chosen && isLink(points, chosen) ? chosen : firstBar(points);
  const keys: Keys = {
    stop,
    onFocus: (place) => {
      setChosen(place);
      setIsFocused(true);
    },
    onBlur: () => setIsFocused(false),
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = stop && barAfter(points, stop, event.key, isHorizontal);
    if (!next) return;
    event.preventDefault();
    frame.current?.querySelector<SVGAElement>(`[data-bar="${placeKey(next)}"]`)?.focus();
  };
  return (
    <div ref={frame} style={{ position: "relative" }} onKeyDown={handleKey}>
      <KeysContext value={keys}>
        <Plot {...props} />
      </KeysContext>
      {isFocused && stop ? (
        <div aria-hidden style={{ position: "absolute", top: 0, right: 8 }}>
          <Hint point={points[stop.point]} part={stop.part} />
        </div>
      ) : null}
    </div>
  );
}

/** Recharts mounts its bars anew whenever it is drawn, and the focus would be lost. */
const Plot = memo(
  DrawnPlot,
  (before, { height, points }) =>
    before.height === height && JSON.stringify(before.points) === JSON.stringify(points),
);

function DrawnPlot({ points, height, format, isHorizontal = false }: BarsProps) {
  const { token } = theme.useToken();
  const words = {
    dataKey: "label",
    tickLine: false,
    axisLine: false,
    tick: { fill: token.colorTextDescription, fontSize: 12 },
  } as const;
  const figures = {
    tickFormatter: format,
    tickLine: false,
    axisLine: false,
    allowDecimals: false,
    tick: { fill: token.colorTextDescription, fontSize: 12 },
  } as const;
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart
        data={[...points]}
        layout={isHorizontal ? "vertical" : "horizontal"}
        accessibilityLayer={false}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid
          stroke={token.colorBorderSecondary}
          vertical={isHorizontal}
          horizontal={!isHorizontal}
        />
        {isHorizontal ? (
          <XAxis type="number" {...figures} />
        ) : (
          <XAxis {...words} interval="preserveStartEnd" minTickGap={24} />
        )}
        {isHorizontal ? (
          <YAxis type="category" {...words} width={190} interval={0} />
        ) : (
          <YAxis {...figures} width={84} />
        )}
        <Tooltip
          cursor={{ fill: token.colorFillTertiary }}
          content={({ active, payload }) =>
            active && payload[0] ? <Hint point={payload[0].payload as BarPoint} /> : null
          }
        />
        {(points[0]?.parts ?? []).map((_, part) => (
          <Bar
            key={part}
            stackId="one"
            dataKey={`parts[${part}].value`}
            isAnimationActive={false}
            minPointSize={(value) => (value ? 2 : 0)}
            shape={({ index, ...shape }: BarShapeProps) => (
              <OneBar point={points[index]} place={{ point: index, part }} shape={shape} />
            )}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

function OneBar({
  point,
  place,
  shape: { x, y, width, height },
}: {
  readonly point: BarPoint | undefined;
  readonly place: BarPlace;
  readonly shape: Omit<BarShapeProps, "index">;
}) {
  const { stop, onFocus, onBlur } = useContext(KeysContext);
  const { token } = theme.useToken();
  const { to, hint, value = 0, tone = "progress" } = point?.parts[place.part] ?? {};
  if (!point || value === 0) return null;
  const fill = toneColors(token)[tone];
  const bar = <Rectangle x={x} y={y} width={width} height={height} radius={2} fill={fill} />;
  if (to === undefined) return bar;
  return (
    <PageLink
      to={to}
      role="link"
      aria-label={`${point.title}: ${hint}`}
      data-bar={placeKey(place)}
      tabIndex={stop && placeKey(stop) === placeKey(place) ? 0 : -1}
      onFocus={() => onFocus(place)}
      onBlur={onBlur}
    >
      {bar}
    </PageLink>
  );
}

function placeKey({ point, part }: BarPlace): string {
  return `${point}-${part}`;
}

function Hint({ point, part }: { readonly point: BarPoint | undefined; readonly part?: number }) {
  const { token } = theme.useToken();
  const told = (point?.parts ?? []).filter(
    ({ value }, index, all) => index === part || (part === undefined && (value > 0 || !all[1])),
  );
  return (
    <div
      style={{
        padding: "4px 8px",
        borderRadius: token.borderRadius,
        background: token.colorBgElevated,
        boxShadow: token.boxShadowSecondary,
      }}
    >
      {told[1] ? <div>{point?.title}</div> : null}
      {told.map(({ hint }) => (
        <div key={hint}>{told[1] ? hint : `${point?.title}: ${hint}`}</div>
      ))}
    </div>
  );
}
