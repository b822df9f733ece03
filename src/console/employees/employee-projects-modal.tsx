import { useOne } from "@refinedev/core";
import { Form, Skeleton } from "antd";
import type { Employee } from "#contract/employees/employee.ts";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { CountedArea } from "#console/kit/counted-area.tsx";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { ProjectsField } from "#console/projects/parts.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

interface Values {
  readonly projectIDs: number[];
  readonly comment?: string;
}

export default function EmployeeProjectsModal({ employeeId }: ModalProps["employee-projects"]) {
  const { result: employee } = useOne<Employee>({ resource: "employees", id: employeeId });
  if (!employee) return <Skeleton active />;
  return (
    <RecordForm
      endpoint={employeeEndpoints.update}
      labels={{ projectIDs: "Проекты", comment: "Заметка" }}
      submitTitle="Сохранить"
      initialValues={{
        projectIDs: employee.projects.map(({ id }) => id),
        comment: employee.comment ?? "",
      }}
      input={({ projectIDs, comment = "" }: Values) => ({
        params: { id: employeeId },
        body: { projectIDs, comment },
      })}
      done="Сохранено"
    >
      <p>
        <strong>{employee.name}</strong>
      </p>
      <ProjectsField emptyText="Не выбрано — можно во всех проектах" />
      <Form.Item name="comment" label="Заметка" extra="Видна только вашей компании">
        <CountedArea rows={3} maxLength={500} />
      </Form.Item>
    </RecordForm>
  );
}
