import { Descriptions, List, Skeleton } from "antd";
import type { BlacklistEntry } from "#contract/blacklist/blacklist.ts";
import { blacklistEndpoints } from "#contract/blacklist/blacklist-endpoints.ts";
import { formatDay } from "#web/format/dates.ts";
import { formatRubles } from "#web/format/money.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { PageLink } from "#web/ui/page-link.tsx";

export function BlacklistDetails({ entry }: { readonly entry: BlacklistEntry }) {
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: "reason", label: "Причина", children: entry.reason.title },
          {
            key: "until",
            label: "Действует до",
            children: entry.validUntil === null ? "Бессрочно" : formatDay(entry.validUntil),
          },
          { key: "comment", label: "Комментарий", children: entry.comment ?? "—" },
          { key: "author", label: "Кто добавил", children: entry.author?.name ?? "—" },
          { key: "created", label: "Когда", children: <DateText value={entry.createdAt} /> },
        ]}
      />
      {entry.runningCount > 0 ? (
        <Running id={entry.id} />
      ) : (
        <p className="muted">Начатых заданий, откликов и приглашений нет</p>
      )}
    </>
  );
}

function Running({ id }: { readonly id: number }) {
  const { data, error, reload } = useRead(
    blacklistEndpoints.running,
    { params: { id } },
    { silent: true },
  );
  if (error) return <FailedPart message={error.message} onRetry={reload} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <h3>Решите, что делать дальше</h3>
      <p className="muted">
        Запись ничего не прерывает: примите результат, отмените задание, отклоните отклик или
        отзовите приглашение
      </p>
      <List
        size="small"
        dataSource={[...data.items]}
        rowKey={(one) => `${one.kind}-${one.id}`}
        renderItem={(one) => (
          <List.Item
            extra={
              one.amount === null ? null : <span className="num">{formatRubles(one.amount)}</span>
            }
          >
            <List.Item.Meta
              title={<PageLink to={`/jobs/${one.job.id}`}>{one.job.title}</PageLink>}
              description={`${one.kind === "offer" ? "Отклик" : "Приглашение"}: ${one.state.title.toLowerCase()}`}
            />
          </List.Item>
        )}
      />
    </>
  );
}
