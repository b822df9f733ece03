import { Card, Statistic } from "antd";
import type { ReactNode } from "react";
import { PageLink } from "#web/ui/page-link.tsx";

export interface Stat {
  readonly key: string;
  readonly title: string;
  readonly value: ReactNode;
  readonly tone?: "good" | "bad" | "warning";
  /** The figure is a filter too: pressed, it shows just what it counts. */
  readonly onChoose?: () => void;
  readonly isChosen?: boolean;
  /** The figure leads to the list of just what it counts. */
  readonly to?: string;
}

/** Titles may take two lines: the values stand in one line all the same. */
const WHOLE_HEIGHT = { body: { height: "100%" } } as const;
const VALUE_BELOW = {
  display: "flex",
  flexDirection: "column",
  justifyContent: "space-between",
  height: "100%",
} as const;

/** Figures on one line; those that are filters are buttons, those that lead to a list are links. */
export function StatCards({
  label,
  stats,
}: {
  readonly label: string;
  readonly stats: readonly Stat[];
}) {
  return (
    <div className="stat-cards" role="group" aria-label={label}>
      {stats.map(({ key, title, value, tone, onChoose, isChosen, to }) => {
        const card = (
          <Card
            size="small"
            className="stat-card"
            data-tone={tone}
            data-chosen={isChosen || undefined}
            styles={WHOLE_HEIGHT}
          >
            <Statistic
              title={title}
              style={VALUE_BELOW}
              valueRender={() => <span className="num">{value}</span>}
            />
          </Card>
        );
        if (to)
          return (
            <PageLink key={key} to={to}>
              {card}
            </PageLink>
          );
        return onChoose ? (
          <button key={key} type="button" aria-pressed={isChosen ?? false} onClick={onChoose}>
            {card}
          </button>
        ) : (
          <div key={key}>{card}</div>
        );
      })}
    </div>
  );
}
