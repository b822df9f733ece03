import { Descriptions } from "antd";
import type { ReactNode } from "react";
import { usePageTitle } from "#console/ui/page-title.tsx";
import { ActionsMenu, StateText, type RowAction } from "./columns.tsx";
import type { StateTone } from "#contract/definitions/state-tone.ts";
import { SectionTabs, type Section } from "./section-tabs.tsx";
import { TitleBar } from "./title-bar.tsx";

interface ShowPageProps {
  readonly title: string;
  readonly state?: { readonly title: string; readonly tone: StateTone; readonly hint?: string };
  /** Key facts under the title. */
  readonly facts?: readonly { readonly label: string; readonly value: ReactNode }[];
  /** The one thing to do next. */
  readonly primary?: ReactNode;
  /** Everything else that can be done. */
  readonly commands?: readonly RowAction[];
  /** Parts of the record; the open one stands in the address. */
  readonly sections?: readonly Section[];
  readonly children?: ReactNode;
}

/** A record: its name, state and facts, one main command and the rest behind «⋯», its parts as tabs. */
export function ShowPage({ title, state, facts = [], primary, commands = [], sections = [], children }: ShowPageProps) {
  usePageTitle(title);
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
        <ActionsMenu name={title} actions={commands} />
      </TitleBar>
      {facts.length > 0 ? <Descriptions size="small" style={{ marginBottom: 8 }} column={{ xs: 1, sm: 2, md: 3, lg: 3 }} items={facts.map(({ label, value }) => ({ key: label, label, children: <span>{value}</span> }))} /> : null}
      {children}
      <SectionTabs sections={sections} />
    </>
  );
}
