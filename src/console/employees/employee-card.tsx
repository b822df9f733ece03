import { CanAccess, useOne } from "@refinedev/core";
import { Descriptions, Flex, Skeleton } from "antd";
import { EMPLOYMENT_STATE } from "#contract/employees/employment-states.ts";
import type { Employee } from "#contract/employees/employee.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { StateText } from "#console/kit/columns.tsx";
import { PhoneText } from "#console/kit/phone-text.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { WorkmanPapers, WorkmanReceipts } from "./workman-paper-parts.tsx";
import { WorkmanIncome, WorkmanPayouts, WorkmanRisks } from "./workman-money-parts.tsx";

/** What the company knows of a worker, from the lists where each figure stands; a part without its right is not drawn. */
export function EmployeeCard({ employee }: { readonly employee: Employee }) {
  const { workman, state, smzState, taxpayerType, phone, inn, comment } = employee;
  return (
    <Flex vertical gap="small">
      <Descriptions
        size="small"
        column={1}
        items={[
          {
            key: "state",
            label: "Состояние",
            children: <StateText title={state.title} tone={EMPLOYMENT_STATE.tones[state.id]} />,
          },
          { key: "phone", label: "Телефон", children: <PhoneText phone={phone} /> },
          ...(inn === null
            ? []
            : [{ key: "inn", label: "ИНН", children: <span className="num">{inn}</span> }]),
          ...(taxpayerType
            ? [{ key: "taxpayer", label: "Форма", children: taxpayerType.title }]
            : []),
          ...(smzState
            ? [
                {
                  key: "smz",
                  label: "Налоговый статус",
                  children: (
                    <StateText title={smzState.title} tone={SMZ_STATE.tones[smzState.id]} />
                  ),
                },
              ]
            : []),
          ...(comment ? [{ key: "comment", label: "Заметка", children: comment }] : []),
        ]}
      />
      {workman === null ? (
        <p className="muted">Приглашение ещё не подтверждено: ни выплат, ни документов пока нет</p>
      ) : (
        <>
          <PageLink to={`/workmans/${workman.id}`}>Страница исполнителя</PageLink>
          <CanAccess {...right("transactions.view")}>
            <WorkmanIncome workmanId={workman.id} />
            <WorkmanRisks workmanId={workman.id} />
          </CanAccess>
          <CanAccess {...right("documents.view")}>
            <WorkmanReceipts workmanId={workman.id} />
            <WorkmanPapers workmanId={workman.id} />
          </CanAccess>
          <CanAccess {...right("transactions.view")}>
            <WorkmanPayouts workmanId={workman.id} />
          </CanAccess>
        </>
      )}
    </Flex>
  );
}

/** Of a worker who is not on the page of the list, opened by a link. */
export function EmployeeCardById({ id }: { readonly id: number }) {
  const { result: employee, query } = useOne<Employee>({
    resource: "employees",
    id,
    errorNotification: false,
  });
  if (query.error)
    return <p>{query.error.statusCode === 404 ? "Такого исполнителя нет" : query.error.message}</p>;
  return employee ? (
    <>
      <h2 style={{ fontSize: 16 }}>{employee.name}</h2>
      <EmployeeCard employee={employee} />
    </>
  ) : (
    <Skeleton active />
  );
}
