import { Col, List } from "antd";
import { auditLogEndpoints } from "#contract/audit-log/audit-log-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { ShortList } from "#console/kit/short-list.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";

const TIMES = ["раз", "раза", "раз"] as const;

/** Hidden when there are none. */
export function OwnRefusals() {
  const reading = useRead(auditLogEndpoints.own, {}, { silent: true });
  if ((reading.data?.items ?? []).length === 0) return null;
  return (
    <Col span={24}>
      <SectionCard title="Отказы по безопасности">
        <p>Если это были не вы, выйдите на всех устройствах: без кода из СМС никто не войдёт.</p>
        <ShortList
          reading={reading}
          rowKey="id"
          empty="Отказов нет"
          renderItem={({ at, title, call, count, ip }) => (
            <List.Item>
              <List.Item.Meta
                title={count > 1 ? `${title}, ${countOf(count, TIMES)} за час` : title}
                description={
                  <>
                    {call}, <DateText value={at} />
                    {ip === null ? "" : `, адрес ${ip}`}
                  </>
                }
              />
            </List.Item>
          )}
        />
      </SectionCard>
    </Col>
  );
}
