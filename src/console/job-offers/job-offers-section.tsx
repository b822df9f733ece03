import { Button, Descriptions, Flex } from "antd";
import { useMemo } from "react";
import { JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { column, StateText, type ListColumn } from "#console/kit/columns.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListView } from "#console/kit/list-view.tsx";
import { PersonName } from "#console/kit/person-name.tsx";
import { usePagedList } from "#console/kit/use-paged-list.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { ChatButton } from "./chat/chat-button.tsx";
import { OFFERS } from "./job-offer-lists.ts";
import { endReasonOf, ratingOf } from "./offer-labels.ts";
import { ResultFiles } from "./offer-file-view.tsx";
import { useOfferCommands } from "./use-offer-commands.tsx";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [
  filter.search("Имя исполнителя"),
  filter.manyOf("states", "Состояние", JOB_OFFER_STATE.definitions),
];
const PREFIX = "offers-";
const COUNT_WORDS = ["отклик", "отклика", "откликов"] as const;

interface JobOffersSectionProps {
  readonly jobId: number;
  readonly empty: string;
}

export default function JobOffersSection({ jobId, empty }: JobOffersSectionProps) {
  const commandsOf = useOfferCommands();
  const columns = useMemo(() => columnsOf(commandsOf), [commandsOf]);
  const query = useMemo(() => ({ jobID: jobId }), [jobId]);
  const list = usePagedList<JobOffer>({
    resource: OFFERS,
    order: NEWEST_FIRST,
    query,
    prefix: PREFIX,
  });
  return (
    <ListView<JobOffer>
      prefix={PREFIX}
      settingsName="job-page/offers"
      list={list}
      title="Отклики"
      columns={columns}
      filters={FILTERS}
      countWords={COUNT_WORDS}
      drawer={{
        title: ({ workman }) => `Отклик: ${workman.name}`,
        content: (offer) => <OfferDetails offer={offer} commands={commandsOf(offer)} />,
      }}
      empty={empty}
    />
  );
}

function columnsOf(commandsOf: (offer: JobOffer) => readonly RowAction[]): ListColumn<JobOffer>[] {
  return [
    column.person("workman", "Исполнитель", ({ workman }) => workman, {
      isFixed: true,
      width: 152,
    }),
    column.money("amount", "Цена", ({ amount }) => amount, { sortField: "amount", width: 110 }),
    column.text("rating", "Оценка", ({ workman }) => ratingOf(workman), {
      sortField: "rating",
      width: 104,
    }),
    column.text("finished", "Выполнил", ({ workman }) => workman.finishedJobsCount || null, {
      align: "right",
      width: 104,
      isHidden: "narrow",
    }),
    column.text("tax", "Налог", (offer) => taxOf(offer), { width: 196 }),
    column.text(
      "message",
      "Сообщение",
      ({ message }) => message && <span title={message}>{message}</span>,
    ),
    column.state(
      "state",
      "Состояние",
      (offer) => ({
        title: offer.state.title,
        tone: JOB_OFFER_STATE.tones[offer.state.id],
        hint: endReasonOf(offer) ?? undefined,
      }),
      { states: JOB_OFFER_STATE },
    ),
    column.text("city", "Город", ({ workman }) => workman.city?.title, { isHidden: true }),
    column.money("commission", "Комиссия", ({ commission }) => commission, { isHidden: true }),
    column.date("createdAt", "Откликнулся", ({ createdAt }) => createdAt, {
      sortField: "createdAt",
      isHidden: true,
      part: "day",
    }),
    {
      key: "chat",
      title: "Чат",
      width: 86,
      isFixed: true,
      render: (offer) => <ChatButton offer={offer} size="small" />,
    },
    column.actions(({ workman }) => workman.name, commandsOf),
  ];
}

function taxOf({ taxpayer }: JobOffer): string | null {
  if (taxpayer.type === null) return null;
  const isConfirmable = taxpayer.type.id === "SMZ" || taxpayer.type.id === "IP_SMZ";
  if (!isConfirmable) return taxpayer.type.title;
  return `${taxpayer.type.id === "SMZ" ? "Самозанятый" : "ИП на НПД"}, ${taxpayer.isSmzConfirmed ? "подтверждён" : "не подтверждён"}`;
}

function OfferDetails({
  offer,
  commands,
}: {
  readonly offer: JobOffer;
  readonly commands: readonly RowAction[];
}) {
  const { workman, amount, commission, state, message, finishComment, createdAt } = offer;
  const reason = endReasonOf(offer);
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: "workman", label: "Исполнитель", children: <PersonName person={workman} /> },
          {
            key: "state",
            label: "Состояние",
            children: <StateText title={state.title} tone={JOB_OFFER_STATE.tones[state.id]} />,
          },
          ...(reason ? [{ key: "reason", label: "Причина", children: reason }] : []),
          { key: "amount", label: "Цена", children: <MoneyText rubles={amount} /> },
          {
            key: "commission",
            label: "Комиссия платформы",
            children: <MoneyText rubles={commission} />,
          },
          { key: "rating", label: "Оценка", children: ratingOf(workman) ?? "Отзывов пока нет" },
          { key: "finished", label: "Выполнил заданий", children: workman.finishedJobsCount },
          { key: "tax", label: "Налог", children: taxOf(offer) ?? "—" },
          { key: "city", label: "Город", children: workman.city?.title ?? "—" },
          { key: "created", label: "Откликнулся", children: <DateText value={createdAt} /> },
          {
            key: "message",
            label: "Сообщение",
            children: <span style={{ whiteSpace: "pre-line" }}>{message ?? "—"}</span>,
          },
          ...(offer.resultFiles.length > 0
            ? [
                {
                  key: "files",
                  label: "Файлы результата",
                  children: <ResultFiles files={offer.resultFiles} />,
                },
              ]
            : []),
          ...(finishComment
            ? [
                {
                  key: "result",
                  label: "О результате",
                  children: <span style={{ whiteSpace: "pre-line" }}>{finishComment}</span>,
                },
              ]
            : []),
        ]}
      />
      <Flex gap="small" wrap style={{ marginTop: 16 }}>
        <ChatButton offer={offer} />
        {commands.map(({ key, label, onClick, isDangerous }, index) => (
          <Button
            key={key}
            type={index === 0 && !isDangerous ? "primary" : "default"}
            danger={isDangerous}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </Flex>
    </>
  );
}
