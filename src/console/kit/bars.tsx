import { theme } from "antd";
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { StateTone } from "#contract/kernel/state-tone.ts";

interface BarPoint {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly hint: string;
  readonly tone?: StateTone;
}

export interface BarsProps {
  readonly points: readonly BarPoint[];
  readonly height: number;
  /** Value axis: «20 тыс. ₽». */
  readonly format: (value: number) => string;
  readonly isHorizontal?: boolean;
  readonly onChoose?: (key: string) => void;
}

export default function Bars({ points, height, format, isHorizontal, onChoose }: BarsProps) {
  const { token } = theme.useToken();
  const colors: Record<StateTone, string> = {
    neutral: token.colorPrimary,
    progress: token.colorPrimary,
    good: token.colorSuccess,
    warning: token.colorWarning,
    bad: token.colorError,
  };
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
          vertical={isHorizontal ?? false}
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
            active && payload[0] ? <Hint text={(payload[0].payload as BarPoint).hint} /> : null
          }
        />
        <Bar
          dataKey="value"
          isAnimationActive={false}
          radius={2}
          minPointSize={(value) => (value ? 2 : 0)}
          cursor={onChoose ? "pointer" : undefined}
          onClick={({ payload }) => onChoose?.((payload as BarPoint).key)}
        >
          {points.map(({ key, tone = "neutral" }) => (
            <Cell key={key} fill={colors[tone]} />
          ))}
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

function Hint({ text }: { readonly text: string }) {
  const { token } = theme.useToken();
  return (
    <div
      style={{
        padding: "4px 8px",
        borderRadius: token.borderRadius,
        background: token.colorBgElevated,
        boxShadow: token.boxShadowSecondary,
      }}
    >
      {text}
    </div>
  );
}
