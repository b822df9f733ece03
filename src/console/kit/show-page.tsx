import { useCan } from "@refinedev/core";
import { Descriptions } from "antd";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { right } from "#console/refine/access-control-provider.ts";
import { usePageTitle } from "#web/ui/page-title.tsx";
import { StateText } from "./columns.tsx";
import { ActionsMenu, type RowAction } from "./row-actions.tsx";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { SectionTabs, type Section } from "./section-tabs.tsx";
import type { RecordKey } from "./record-history.tsx";
import { TitleBar } from "./title-bar.tsx";

const HistoryDrawer = lazy(async () => ({
  default: (await import("./history-drawer.tsx")).HistoryDrawer,
}));

interface ShowPageProps {
  readonly title: string;
  readonly state?: { readonly title: string; readonly tone: StateTone; readonly hint?: string };
  readonly facts?: readonly { readonly label: string; readonly value: ReactNode }[];
  readonly primary?: ReactNode;
  readonly commands?: readonly RowAction[];
  /** `resource` is its live channel. */
  readonly history?: RecordKey & { readonly resource: string };
  readonly sections?: readonly Section[];
  readonly children?: ReactNode;
}

/** Secondary commands are behind «⋯». */
export function ShowPage({
  title,
  state,
  facts = [],
  primary,
  commands = [],
  history,
  sections = [],
  children,
}: ShowPageProps) {
  usePageTitle(title);
  const maySeeHistory = useCan(right("log.view")).data?.can;
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const all =
    history && maySeeHistory
      ? [...commands, { key: "history", label: "История", onClick: () => setIsHistoryOpen(true) }]
      : commands;
  return (
    <>
      <TitleBar
        title={
          <>
            {title} {state ? <StateText {...state} /> : null}
          </>
        }
      >
        {primary}
        <ActionsMenu name={title} actions={all} />
      </TitleBar>
      {facts.length > 0 ? (
        <Descriptions
          size="small"
          style={{ marginBottom: 8 }}
          column={{ xs: 1, sm: 2, md: 3, lg: 3 }}
          items={facts.map(({ label, value }) => ({
            key: label,
            label,
            children: <span>{value}</span>,
          }))}
        />
      ) : null}
      {children}
      <SectionTabs sections={sections} />
      {history && isHistoryOpen ? (
        <Suspense>
          <HistoryDrawer
            title={`История: ${title}`}
            label="История"
            record={history}
            resource={history.resource}
            onClose={() => setIsHistoryOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
