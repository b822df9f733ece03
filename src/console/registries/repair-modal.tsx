import { Alert, Button, Form, Input, Skeleton, Table, type FormInstance } from "antd";
import type { CauseValue, CauseValues } from "#contract/registries/registry-repair.ts";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import type { RegistryCalls } from "#contract/registries/registry-calls.ts";
import type { FindingSummary, RegistryInfo } from "#contract/registries/registry.ts";
import { countOf } from "#contract/values/plural.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FormModal } from "#console/kit/form-modal.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import type { RegistryKind } from "./registry-kind.ts";
import { groupedDigits, ROWS } from "./registry-labels.ts";

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
  const { data, error } = useRead(
    kind.calls.causeValues,
    { params: { id: info.id }, query: { cause, column } },
    { silent: true, staleTimeMs: 0 },
  );
  if (!data)
    return (
      <ModalFrame title={title} onClose={onClose}>
        {error ? <Alert type="error" role="alert" message={error.message} /> : <Skeleton active />}
      </ModalFrame>
    );
  const { items, version, rowsCount } = data;
  return (
    <FormModal<RegistryCalls["repair"], Values>
      endpoint={kind.calls.repair}
      title={title}
      widthPx={640}
      submitTitle={`Исправить: ${countOf(rowsCount, ROWS)}`}
      labels={{ to: "Новое значение" }}
      initialValues={{ texts: items.map(({ value }) => value) }}
      input={({ texts, to }) => ({
        params: { id: info.id },
        body: {
          version,
          cause,
          column,
          ...(items.length > 0
            ? {
                replacements: items.map(({ value }, index) => ({
                  from: value,
                  to: texts?.[index] ?? "",
                })),
              }
            : { to: to ?? "" }),
        },
      })}
      onDone={(answer) => (onDone(answer), onClose())}
      onClose={onClose}
    >
      {(form) => (
        <>
          <UsualValue form={form} values={data} />
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
    </FormModal>
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
