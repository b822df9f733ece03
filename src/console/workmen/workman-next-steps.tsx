import { List } from "antd";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { nextStepsOf } from "./next-steps.ts";

/** Hidden when none are left. */
export default function WorkmanNextSteps() {
  const { data } = useRead(workmanEndpoints.myInfo, {}, { silent: true });
  const steps = data ? nextStepsOf(data) : [];
  if (steps.length === 0) return null;
  return (
    <SectionCard title="Что сделать дальше">
      <List
        size="small"
        dataSource={steps}
        rowKey="to"
        renderItem={({ text, to, label }) => (
          <List.Item style={{ flexWrap: "nowrap" }}>
            {text}
            <PageLink to={to} aria-label={`${label}: ${text}`} style={{ marginLeft: 16 }}>
              {label}
            </PageLink>
          </List.Item>
        )}
      />
    </SectionCard>
  );
}
