import { Alert, Button, Form, Input, Skeleton, Table, type FormInstance } from "antd";
import { useState } from "react";
import type { CauseValue, CauseValues } from "#contract/registries/registry-repair.ts";
import type { AnswerOf, BodyOf } from "#contract/kernel/define-endpoints.ts";
import type { RegistryCalls } from "#contract/registries/registry-calls.ts";
import type { FindingSummary, RegistryInfo } from "#contract/registries/registry.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { ModalForm, type ModalFormProps } from "#console/kit/modal-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import type { RegistryKind } from "./registry-kind.ts";
import { groupedDigits } from "./registry-labels.ts";

interface RepairModalProps {
  readonly kind: RegistryKind;
  readonly info: RegistryInfo;
  readonly finding: FindingSummary;
  readonly onClose: () => void;
  readonly onDone: (answer: AnswerOf<RegistryCalls["repair"]>) => void;
}

interface Values {
  /** In the order of the listed values. */
  readonly texts?: readonly string[];
  readonly to?: string;
}

/** «Было → стало» by value, in all rows with this finding. */
export function RepairModal({ kind, info, finding, onClose, onDone }: RepairModalProps) {
  const { cause, columnTitle } = finding;
  const column = finding.column ?? "";
  const title = `Исправить «${columnTitle ?? column}»`;
  const [isBusy, setIsBusy] = useState(false);
  const { data, error } = useRead(
    kind.calls.causeValues,
    { params: { id: info.id }, query: { cause, column } },
    { silent: true, staleTimeMs: 0 },
  );
  return (
    <ModalFrame title={title} widthPx={640} isLocked={isBusy} onClose={onClose}>
      {data ? (
        <RepairForm
          values={data}
          endpoint={kind.calls.repair}
          input={(repair) => ({
            params: { id: info.id },
            body: { version: data.version, cause, column, ...repair },
          })}
          onDone={(answer) => (onDone(answer), onClose())}
          onClose={onClose}
          onBusy={setIsBusy}
        />
      ) : error ? (
        <Alert type="error" role="alert" message={error.message} />
      ) : (
        <Skeleton active />
      )}
    </ModalFrame>
  );
}

type RepairProps = ModalFormProps<RegistryCalls["repair"], Values>;

interface RepairFormProps extends Pick<RepairProps, "endpoint" | "onDone" | "onClose" | "onBusy"> {
  readonly values: CauseValues;
  readonly input: (
    repair: Pick<BodyOf<RegistryCalls["repair"]>, "replacements" | "to">,
  ) => ReturnType<RepairProps["input"]>;
}

function RepairForm({ values, input, ...form }: RepairFormProps) {
  const { items, rowsCount } = values;
  return (
    <ModalForm<RegistryCalls["repair"], Values>
      {...form}
      submitTitle={`Исправить: ${countOf(rowsCount, ROWS)}`}
      labels={{ to: "Новое значение" }}
      initialValues={{ texts: items.map(({ value }) => value) }}
      input={({ texts, to }) =>
        input(
          items.length > 0
            ? {
                replacements: items.map(({ value }, index) => ({
                  from: value,
                  to: texts?.[index] ?? "",
                })),
              }
            : { to: to ?? "" },
        )
      }
    >
      {(fields) => (
        <>
          <UsualValue form={fields} values={values} />
          {items.length > 0 ? (
            <ValuesTable items={items} />
          ) : (
            <Form.Item
              name="to"
              label={`Новое значение для всех: ${countOf(rowsCount, ROWS)}`}
              extra="Разных значений слишком много, чтобы показать каждое"
            >
              <Input autoFocus />
            </Form.Item>
          )}
        </>
      )}
    </ModalForm>
  );
}

function ValuesTable({ items }: { readonly items: readonly CauseValue[] }) {
  return (
    <Table<CauseValue>
      aria-label="Было и станет"
      size="small"
      rowKey="value"
      pagination={false}
      scroll={{ y: 320 }}
      style={{ marginBottom: 16 }}
      dataSource={[...items]}
      columns={[
        { key: "value", title: "Было", render: (_, { value }) => value || "пусто" },
        {
          key: "text",
          title: "Станет",
          render: (_, { value }, index) => (
            <Form.Item name={["texts", index]} noStyle>
              <Input aria-label={`Станет вместо «${value || "пусто"}»`} />
            </Form.Item>
          ),
        },
        {
          key: "count",
          title: "Строк",
          width: 80,
          align: "right",
          render: (_, { count }) => groupedDigits(count),
        },
      ]}
    />
  );
}

/** What sound rows of this registry have: usually one code of a service or one date. */
function UsualValue({
  form,
  values: { items, usual },
}: {
  readonly form: FormInstance<Values>;
  readonly values: CauseValues;
}) {
  if (usual === null) return null;
  const put = () => form.setFieldsValue({ texts: items.map(() => usual.value), to: usual.value });
  return (
    <p>
      <Button onClick={put}>
        Поставить всем «{usual.value}», как у других: {countOf(usual.count, ROWS)}
      </Button>
    </p>
  );
}
