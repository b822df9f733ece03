import { useState } from "react";
import { Button } from "antd";
import { auditChanges, changeText } from "#contract/audit-log/audit-changes.ts";
import { AUDIT_EVENTS } from "#contract/audit-log/audit-events.ts";
import type { AuditRecord } from "#contract/audit-log/audit-log-endpoints.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { ExportButton } from "#console/kit/export-button.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { ACTORS } from "./actors.ts";
import { actorName, objectOf } from "./audit-labels.ts";
import { AuditRecordDetails } from "./audit-record-details.tsx";
import { ChainCheck } from "./chain-check.tsx";

const EVENTS = Object.entries(AUDIT_EVENTS).map(([id, title]) => ({ id, title }));
const FILTERS = [
  filter.search("Имя, объект или № запроса"),
  filter.manyOf("events", "Событие", EVENTS),
  filter.person("userID", "Кто", ACTORS),
  filter.period("Дата"),
];
const SHOWN_CHANGES = 2;

const COLUMNS: readonly ListColumn<AuditRecord>[] = [
  column.date("at", "Когда", ({ at }) => at, { isFixed: true, part: "day" }),
  column.text("event", "Событие", ({ title }) => title, {
    isFixed: true,
    width: 250,
    part: "name",
  }),
  column.text("actor", "Кто", actorName, { width: 226, part: "state" }),
  column.text("object", "Объект", (record) => <ObjectText record={record} />),
  column.text("changes", "Что изменилось", (record) => changesText(record), { isHidden: "narrow" }),
  column.text("reason", "Основание", ({ reason }) => reason, { isHidden: true }),
  column.text("ip", "IP-адрес", ({ ip }) => ip, { isHidden: true }),
  column.text("id", "№", ({ id }) => <span className="num">{id}</span>, { isHidden: true }),
];

/** Source: specification §2, `/profile/account/log`. */
export default function AuditLogList() {
  const [isChecked, setIsChecked] = useState(false);
  return (
    <ListPage<AuditRecord>
      resource="audit-log"
      title="Журнал действий"
      columns={COLUMNS}
      filters={FILTERS}
      actions={({ filters }) => (
        <>
          {isChecked ? null : (
            <Button onClick={() => setIsChecked(true)}>Проверить целостность</Button>
          )}
          <ExportButton type="LOG" filters={filters} />
        </>
      )}
      tabs={isChecked ? <ChainCheck /> : null}
      countWords={["запись", "записи", "записей"]}
      drawer={{
        title: ({ title }) => title,
        content: (record) => <AuditRecordDetails record={record} />,
      }}
      empty="Записей пока нет. Здесь появится каждое действие пользователей компании"
    />
  );
}

function ObjectText({ record }: { readonly record: AuditRecord }) {
  const object = objectOf(record);
  if (!object) return "—";
  return object.to === null ? object.text : <PageLink to={object.to}>{object.text}</PageLink>;
}

function changesText(record: AuditRecord): string | null {
  const changes = auditChanges(record);
  if (changes.length === 0) return null;
  const shown = changes.slice(0, SHOWN_CHANGES).map(changeText).join("; ");
  return changes.length > SHOWN_CHANGES
    ? `${shown} и ещё ${changes.length - SHOWN_CHANGES}`
    : shown;
}
