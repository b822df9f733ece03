import { Descriptions, Table, Typography } from "antd";
import { auditChanges, type AuditChange } from "#contract/audit-log/audit-changes.ts";
import type { AuditRecord } from "#contract/audit-log/audit-log-endpoints.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { actorText, objectOf } from "./audit-labels.ts";

const COLUMNS = [
  { key: "title", title: "Что", dataIndex: "title" },
  { key: "before", title: "Было", render: (_: unknown, { before }: AuditChange) => before ?? "—" },
  { key: "after", title: "Стало", render: (_: unknown, { after }: AuditChange) => after ?? "—" },
];

export function AuditRecordDetails({ record }: { readonly record: AuditRecord }) {
  const { id, at, reason, ip, requestId } = record;
  const object = objectOf(record);
  const changes = auditChanges(record);
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: "at", label: "Когда", children: <DateText value={at} /> },
          { key: "actor", label: "Кто", children: actorText(record) },
          ...(object
            ? [
                {
                  key: "object",
                  label: "Объект",
                  children:
                    object.to === null ? (
                      object.text
                    ) : (
                      <PageLink to={object.to}>{object.text}</PageLink>
                    ),
                },
              ]
            : []),
          ...(reason ? [{ key: "reason", label: "Основание", children: reason }] : []),
          ...(ip
            ? [{ key: "ip", label: "IP-адрес", children: <span className="num">{ip}</span> }]
            : []),
          { key: "id", label: "№ записи", children: <span className="num">{id}</span> },
          ...(requestId
            ? [
                {
                  key: "request",
                  label: "№ запроса",
                  children: <span className="num">{requestId}</span>,
                },
              ]
            : []),
        ]}
      />
      {changes.length > 0 ? (
        <>
          <Typography.Title level={3} style={{ fontSize: 16 }}>
            Что изменилось
          </Typography.Title>
          <Table<AuditChange>
            size="small"
            rowKey="field"
            pagination={false}
            columns={COLUMNS}
            dataSource={changes}
          />
        </>
      ) : null}
    </>
  );
}
