import { Button, Flex, List, Typography } from "antd";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import type { Employment } from "#contract/employees/employee.ts";
import { EMPLOYMENT_STATE, type EmploymentState } from "#contract/employees/employment-states.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { StateText } from "#console/kit/columns.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

/** Each change comes with a notice. */
const LIVE_EVENTS = "notices";
const MOST = 100;
const INVITES: readonly EmploymentState[] = ["CONFIRMATION"];
const LIVE: readonly EmploymentState[] = ["CONFIRMATION", "ACTIVE", "PAUSED"];

/** Hidden when there are none. */
export default function OwnEmployments({
  onlyInvites = false,
}: {
  readonly onlyInvites?: boolean;
}) {
  const { data } = useRead(
    workmanEndpoints.employmentList,
    { query: { states: [...(onlyInvites ? INVITES : LIVE)], perPage: MOST } },
    { silent: true },
  );
  const { show } = useModal();
  const items = (data?.items ?? []).toSorted(
    (a, b) => Number(b.permissions.confirm) - Number(a.permissions.confirm),
  );
  if (items.length === 0) return null;
  return (
    <SectionCard
      title={onlyInvites ? "Вас приглашают заказчики" : "Заказчики, с которыми вы работаете"}
    >
      <List
        size="small"
        dataSource={items}
        rowKey="id"
        renderItem={(employment) => (
          <List.Item>
            <Flex wrap gap="small" justify="space-between" align="center" style={{ width: "100%" }}>
              <span>
                <PageLink to={`/accounts/${employment.account.id}`}>
                  {employment.account.companyDetailsName}
                </PageLink>{" "}
                <Typography.Text type="secondary">
                  <DateText value={employment.createdAt} isDay />
                </Typography.Text>{" "}
                <StateText
                  title={employment.state.title}
                  tone={EMPLOYMENT_STATE.tones[employment.state.id]}
                />
              </span>
              {employment.permissions.confirm ? (
                <Button
                  type="primary"
                  aria-label={`Подтвердить: ${employment.account.companyDetailsName}`}
                  onClick={() => show(confirmWindow(employment))}
                >
                  Подтвердить
                </Button>
              ) : employment.permissions.end ? (
                <Button
                  aria-label={`Завершить: ${employment.account.companyDetailsName}`}
                  onClick={() => show(endWindow(employment))}
                >
                  Завершить
                </Button>
              ) : null}
            </Flex>
          </List.Item>
        )}
      />
    </SectionCard>
  );
}

function commandOf({ id }: Employment) {
  return { input: () => ({ params: { id } }), alsoChanges: [LIVE_EVENTS] };
}

function confirmWindow(employment: Employment): ShownWindow {
  const company = employment.account.companyDetailsName;
  return {
    title: "Работать вместе",
    content: (
      <RecordForm
        {...commandOf(employment)}
        endpoint={employeeEndpoints.confirmInvite}
        sentence={`${company} увидит ваше имя, телефон, ИНН и документы и сможет платить вам по реестрам. Завершить сотрудничество можно в любой момент`}
        submitTitle="Подтвердить"
        done={`Вы в избранных исполнителях: ${company}`}
      />
    ),
  };
}

function endWindow(employment: Employment): ShownWindow {
  return {
    title: "Завершить сотрудничество",
    content: (
      <RecordForm
        {...commandOf(employment)}
        endpoint={employeeEndpoints.end}
        sentence={`${employment.account.companyDetailsName} больше не сможет приглашать вас и платить вам по реестрам. Задания и выплаты, которые уже были, останутся`}
        submitTitle="Завершить"
        backTitle="Остаться"
        isDangerous
        done="Сотрудничество завершено"
      />
    ),
  };
}
