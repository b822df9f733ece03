import { Card, Statistic } from "antd";
import type { ReactNode } from "react";
import { PageLink } from "#web/ui/page-link.tsx";

export interface Stat {
  readonly key: string;
  readonly title: string;
  readonly value: ReactNode;
  readonly tone?: "good" | "bad" | "warning";
  /** Filters what the figure counts. */
  readonly onChoose?: () => void;
  readonly isChosen?: boolean;
  /** Lists what the figure counts. */
  readonly to?: string;
}

/** Values align when titles take two lines. */
const WHOLE_HEIGHT = { body: { height: "100%" } } as const;
const VALUE_BELOW = {
  display: "flex",
  flexDirection: "column",
  justifyContent: "space-between",
  height: "100%",
} as const;

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
