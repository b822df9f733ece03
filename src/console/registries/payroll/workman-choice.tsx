import { Alert, Input, Table } from "antd";
import { useState } from "react";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import type { Employee } from "#contract/employees/employee.ts";
import { countOf } from "#contract/values/plural.ts";
import { useRead } from "#console/calls/use-endpoint.ts";

const PER_PAGE = 50;

interface WorkmanChoiceProps {
  readonly searchId: string;
  readonly value?: readonly number[];
  readonly onChange?: (ids: number[]) => void;
}

/** Who cannot be paid is disabled, with the reason. */
export function WorkmanChoice({ searchId, value = [], onChange }: WorkmanChoiceProps) {
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const { data, isLoading, error } = useRead(
    employeeEndpoints.list,
    {
      query: {
        search: search || undefined,
        page,
        perPage: PER_PAGE,
        sortBy: "name",
        sortDirection: "asc",
      },
    },
    { silent: true },
  );
  const find = (text: string) => {
    setSearch(text.trim());
    setPage(1);
  };
  return (
    <>
      <Input.Search
        id={searchId}
        placeholder="Имя или ИНН"
        allowClear
        maxLength={200}
        onSearch={find}
      />
      {error ? <Alert type="error" role="alert" message={error.message} /> : null}
      <p className="muted" role="status">
        {isLoading
          ? "Загружаем…"
          : `Выбрано ${countOf(value.length, ["исполнитель", "исполнителя", "исполнителей"])}`}
      </p>
      <Table<Employee>
        aria-label="Исполнители"
        size="small"
        rowKey="id"
        loading={isLoading}
        dataSource={data?.items}
        scroll={{ y: 260 }}
        pagination={{
          current: page,
          pageSize: PER_PAGE,
          total: data?.meta.total,
          size: "small",
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPage,
        }}
        columns={[
          { key: "name", title: "Исполнитель", render: (_, { name }) => name },
          {
            key: "inn",
            title: "ИНН",
            width: 130,
            render: (_, { inn, payObstacle }) => payObstacle ?? inn ?? "—",
          },
        ]}
        rowSelection={{
          selectedRowKeys: [...value],
          preserveSelectedRowKeys: true,
          onChange: (keys) => onChange?.(keys.map(Number)),
          getCheckboxProps: ({ name, payObstacle }) => ({
            disabled: payObstacle !== null,
            ["aria-label"]: name,
          }),
        }}
      />
    </>
  );
}
