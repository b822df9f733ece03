import { CanAccess, useCan } from "@refinedev/core";
import { Button } from "antd";
import { useMemo } from "react";
import type { Employee } from "#contract/employees/employee.ts";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { EMPLOYMENT_STATE } from "#contract/employees/employment-states.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { ExportButton } from "#console/kit/export-button.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import type { Selection } from "#console/kit/use-selection.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { blacklistAddWindow } from "#console/blacklist/index.tsx";
import { EmployeeCard, EmployeeCardById } from "./employee-card.tsx";
import { employeeColumns } from "./employee-columns.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

const EMPLOYEES = "employees";
const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [
  filter.search("Имя, телефон или ИНН"),
  filter.manyOf("states", "Состояние", EMPLOYMENT_STATE.definitions),
  filter.manyOf("smzStates", "Налоговый статус", SMZ_STATE.definitions),
  filter.project("projectIDs"),
];

const COMMANDS = {
  pause: {
    title: "Приостановить сотрудничество",
    submitTitle: "Приостановить",
    done: "Сотрудничество приостановлено",
    text: "не попадёт в новые задания и реестры, пока вы не возобновите сотрудничество. Начатые задания закончатся как обычно",
    isDangerous: false,
  },
  resume: {
    title: "Возобновить сотрудничество",
    submitTitle: "Возобновить",
    done: "Сотрудничество возобновлено",
    text: "снова сможет получать задания и выплаты",
    isDangerous: false,
  },
  end: {
    title: "Завершить сотрудничество",
    submitTitle: "Завершить",
    done: "Сотрудничество завершено",
    text: "уйдёт из избранных. История заданий и выплат останется, пригласить снова можно в любой момент",
    isDangerous: true,
  },
} as const;
type Command = keyof typeof COMMANDS;

export default function EmployeeList() {
  const { open, show } = useModal();
  const download = useDownload(employeeEndpoints.downloadDocuments);
  const canInvite = useCan(right("offers.manage")).data?.can;
  const columns = useMemo(() => {
    const ask = (command: Command, employee: Employee): RowAction => ({
      key: command,
      label: COMMANDS[command].submitTitle,
      isDangerous: COMMANDS[command].isDangerous,
      onClick: () => show(commandWindow(command, employee)),
    });
    return employeeColumns((employee) => {
      const { permissions, id, state } = employee;
      return [
        ...(permissions.update
          ? [
              {
                key: "projects",
                label: "Проекты и заметка",
                onClick: () => open("employee-projects", { employeeId: id }),
              },
            ]
          : []),
        ...(permissions.downloadDocuments && (state.id === "ACTIVE" || state.id === "PAUSED")
          ? [
              {
                key: "documents",
                label: "Скачать документы",
                onClick: () => void download({ params: { id } }),
              },
            ]
          : []),
        ...(["pause", "resume", "end"] as const)
          .filter((command) => permissions[command])
          .map((command) => ask(command, employee)),
        ...(permissions.blacklist && employee.workman
          ? [
              {
                key: "blacklist",
                label: "Добавить в чёрный список",
                isDangerous: true,
                onClick: () => employee.workman && show(blacklistAddWindow(employee.workman)),
              },
            ]
          : []),
      ];
    });
  }, [open, show, download]);
  return (
    <ListPage<Employee>
      resource={EMPLOYEES}
      title="Избранные исполнители"
      columns={columns}
      filters={FILTERS}
      order={NEWEST_FIRST}
      countWords={["исполнитель", "исполнителя", "исполнителей"]}
      actions={({ filters }) => (
        <>
          <ExportButton type="WORKMEN" filters={filters} />
          <InviteButton />
        </>
      )}
      bulk={canInvite ? (selection) => <EmployeeBulk selection={selection} /> : undefined}
      drawer={{
        title: ({ name }) => name,
        content: (employee) => <EmployeeCard employee={employee} />,
        other: (id) => <EmployeeCardById id={id} />,
      }}
      empty={<EmptyList />}
    />
  );
}

/** Limit of one request. */
const MOST_INVITED = 100;

function EmployeeBulk({
  selection: { rows, isEverything },
}: {
  readonly selection: Selection<Employee>;
}) {
  const { open } = useModal();
  const workmen = rows.flatMap(({ workman }) => workman ?? []);
  if (isEverything || rows.length > MOST_INVITED)
    return (
      <span>
        За один раз можно пригласить до {MOST_INVITED} исполнителей: выберите их на страницах
      </span>
    );
  return (
    <Button
      size="small"
      disabled={workmen.length === 0}
      title={
        workmen.length === 0 ? "Среди выбранных нет зарегистрированных исполнителей" : undefined
      }
      onClick={() => open("invite-create", { workmen })}
    >
      Пригласить в задание
    </Button>
  );
}

function InviteButton() {
  const { open } = useModal();
  return (
    <CanAccess {...right("employees.manage")}>
      <Button type="primary" onClick={() => open("employee-invite", {})}>
        Пригласить исполнителя
      </Button>
    </CanAccess>
  );
}

function EmptyList() {
  const { data: access } = useCan(right("employees.manage"));
  return (
    <>
      <p>
        Избранных исполнителей пока нет. Пригласите по телефону того, кто зарегистрирован на
        платформе: он увидит приглашение и подтвердит его
      </p>
      {access?.can ? null : <p className="muted">{access?.reason}</p>}
    </>
  );
}

function commandWindow(command: Command, employee: Employee): ShownWindow {
  return {
    title: COMMANDS[command].title,
    content: (
      <RecordForm
        {...COMMANDS[command]}
        endpoint={employeeEndpoints[command]}
        sentence={`${employee.name} ${COMMANDS[command].text}`}
        input={() => ({ params: { id: employee.id } })}
      />
    ),
  };
}
