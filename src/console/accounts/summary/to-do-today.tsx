import { useCan } from "@refinedev/core";
import { List } from "antd";
import type { ReactNode } from "react";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { attentionLists } from "#contract/accounts/attention-lists.ts";
import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { registryPath } from "#contract/registries/registry-places.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { countOf } from "#contract/values/plural.ts";
import { LinkButton } from "#console/kit/link-button.tsx";
import { listLink } from "#console/kit/list-link.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { TopUpButton } from "#console/kit/top-up-button.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { formatRubles } from "#web/format/money.ts";
import { useHasPage } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { ATTENTION_WORDS, UNREAD } from "./attention-words.ts";

const NOTICES = "/notifications";

type Attention = AccountSummary["attention"][number];

interface Line {
  readonly key: string;
  readonly words: ReactNode;
  readonly command: ReactNode;
}

/** What waits for the company, each with its one button. */
export function ToDoToday({ at, attention }: Pick<AccountSummary, "at" | "attention">) {
  const hasPage = useHasPage();
  const mayTopUp = useCan(right("invoices.create")).data?.can === true;
  const unread =
    useRead(noticeEndpoints.bellList, { query: { perPage: 10, unreadOnly: 1 } }, { silent: true })
      .data?.meta.total ?? 0;
  const lists = attentionLists(moscowDate(new Date(at)));
  const commandOf = (to: string, title: string) =>
    hasPage(to) ? <LinkButton to={to}>{title}</LinkButton> : null;
  const lineOf = ({ kind: { id }, count, amount, registryID }: Attention): Line => {
    const { path, filters } = lists[id];
    const { forms, command } = ATTENTION_WORDS[id];
    const words = <Words text={countOf(count, forms)} amount={amount} />;
    const to =
      registryID === null ? listLink(path, filters) : `${registryPath("payroll")}/${registryID}`;
    if (id === "PAYROLL_SHORTAGE" && amount !== null && mayTopUp)
      return {
        key: id,
        words: hasPage(to) ? <PageLink to={to}>{words}</PageLink> : words,
        command: <TopUpButton missing={amount} />,
      };
    return { key: id, words, command: commandOf(to, command) };
  };
  const lines = attention.map(lineOf);
  if (unread > 0)
    lines.push({
      key: "unread",
      words: countOf(unread, UNREAD.forms),
      command: commandOf(listLink(NOTICES, { isRead: "false" }), UNREAD.command),
    });
  return (
    <SectionCard title="Сделать сегодня">
      {attention.length === 0 ? (
        <p className="muted">
          Всё в порядке: ни один реестр, отклик и результат не ждёт вашего решения
        </p>
      ) : null}
      {lines.length > 0 ? (
        <List
          size="small"
          dataSource={lines}
          rowKey="key"
          renderItem={({ words, command }) => (
            <List.Item style={LINE}>
              <span>{words}</span>
              {command}
            </List.Item>
          )}
        />
      ) : null}
    </SectionCard>
  );
}

/** A long button goes below its words where both have no room. */
const LINE = { flexWrap: "wrap", gap: "4px 16px", paddingInline: 0 } as const;

function Words({ text, amount }: { readonly text: string; readonly amount: number | null }) {
  return amount === null ? (
    text
  ) : (
    <>
      {text} · <span className="num">{formatRubles(amount)}</span>
    </>
  );
}
