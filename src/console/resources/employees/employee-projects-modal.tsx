import { useInvalidate, useOne } from "@refinedev/core";
import { Form, Input, Skeleton } from "antd";
import type { Employee } from "#contract/employees/employee.ts";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import type { ModalControls, ModalProps } from "#console/modals/modal-props.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { ProjectsField } from "#console/resources/projects/index.tsx";
import { ServerForm } from "#console/ui/server-form.tsx";

interface Values {
  readonly projectIDs: number[];
  readonly comment?: string;
}

/** In which projects a worker may be given jobs, and what the company keeps in mind of him. */
export default function EmployeeProjectsModal({ employeeId, close }: ModalProps["employee-projects"] & ModalControls) {
  const { result: employee } = useOne<Employee>({ resource: "employees", id: employeeId });
  const { run } = useAction(employeeEndpoints.update, { done: "Сохранено", silent: true });
  const invalidate = useInvalidate();
  if (!employee) return <Skeleton active />;
  const handleSubmit = async ({ projectIDs, comment = "" }: Values) => {
    await run({ params: { id: employeeId }, body: { projectIDs, comment } });
    close();
    await invalidate({ resource: "employees", invalidates: ["resourceAll"] });
  };
  return (
    <ServerForm<Values> labels={{ projectIDs: "Проекты", comment: "Заметка" }} submitTitle="Сохранить" initialValues={{ projectIDs: employee.projects.map(({ id }) => id), comment: employee.comment ?? "" }} onSubmit={handleSubmit}>
      <p>
        <strong>{employee.name}</strong>
      </p>
      <ProjectsField emptyText="Не выбрано — можно во всех проектах" />
      <Form.Item name="comment" label="Заметка" extra="Видна только вашей компании">
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </ServerForm>
  );
}
