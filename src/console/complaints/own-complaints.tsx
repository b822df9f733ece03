import { Col, List } from "antd";
import { complaintEndpoints } from "#contract/complaints/complaint-endpoints.ts";
import { COMPLAINT_STATE, type ComplaintState } from "#contract/complaints/complaint-states.ts";
import type { Complaint } from "#contract/complaints/complaint.ts";
import { StateText } from "#console/kit/columns.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { ShortList } from "#console/kit/short-list.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";

/** With the moderator's decisions; hidden when there are none. */
export default function OwnComplaints() {
  const reading = useRead(complaintEndpoints.own, {}, { silent: true });
  if (!reading.error && (reading.data?.items ?? []).length === 0) return null;
  return (
    <Col span={24}>
      <SectionCard title="Мои жалобы">
        <ShortList
          reading={reading}
          rowKey="id"
          empty="Жалоб нет"
          renderItem={(complaint) => <ComplaintRow complaint={complaint} />}
        />
      </SectionCard>
    </Col>
  );
}

function ComplaintRow({
  complaint: { subjectType, subject, reason, state, decisionComment, createdAt, decidedAt },
}: {
  readonly complaint: Complaint;
}) {
  return (
    <List.Item
      extra={
        <StateText title={state.title} tone={COMPLAINT_STATE.tones[state.id as ComplaintState]} />
      }
    >
      <List.Item.Meta
        title={`${subjectType.title}: ${subject}`}
        description={
          <>
            {reason.title}, <DateText value={createdAt} />
            {decidedAt ? (
              <>
                . Решение <DateText value={decidedAt} />
                {decisionComment ? `: ${decisionComment}` : ""}
              </>
            ) : null}
          </>
        }
      />
    </List.Item>
  );
}
