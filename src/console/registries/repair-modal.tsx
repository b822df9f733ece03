import { Alert, Button, Flex, Form, Input, Segmented, Skeleton, Table, Typography } from "antd";
import { useEffect, useState } from "react";
import {
  LONGEST_OF_PERSON,
  LONGEST_REPLACED,
  type CauseRow,
  type CauseValue,
  type CauseValues,
} from "#contract/registries/registry-repair.ts";
import type { BodyOf } from "#contract/kernel/define-endpoints.ts";
import type { RegistryCalls } from "#contract/registries/registry-calls.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { setUnsaved } from "#web/session/unsaved-changes.ts";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { typedText } from "./cell-text.ts";
import { holdsOf } from "./registry-kind.ts";
import { groupedDigits } from "./registry-labels.ts";
import { RepairPresses, type CauseProps } from "./repair-presses.tsx";
import { RecordForm, type RecordFormProps } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useWindow } from "#web/modals/window-controls.ts";

const PER_PAGE = 50;

type Repair = BodyOf<RegistryCalls["repair"]>;
type How = Pick<Repair, "replacements" | "rows" | "to" | "rule">;
type Typed = ReadonlyMap<string, string>;

/** All rows of a cause, by what stands in them. */
export function repairWindow(cause: CauseProps): ShownWindow {
  const { columnTitle, column } = cause.finding;
  return {
    title: `Исправить «${columnTitle ?? column ?? ""}»`,
    widthPx: 640,
    content: <CauseRepair {...cause} />,
  };
}

function CauseRepair(props: CauseProps) {
  const { close } = useWindow();
  const { kind, info, finding } = props;
  const { cause } = finding;
  const column = finding.column ?? "";
  const [page, setPage] = useState(1);
  const { data, error } = useRead(
    kind.calls.causeValues,
    { params: { id: info.id }, query: { cause, column, page, perPage: PER_PAGE } },
    { silent: true, staleTimeMs: 0 },
  );
  // The page before stays until the next has come: what was typed is not lost with it.
  const [shown, setShown] = useState<CauseValues | undefined>();
  if (data !== undefined && data !== shown) setShown(data);
  const values = data ?? shown;
  const done: CauseProps["onDone"] = (answer) => (props.onDone(answer), close());
  return (
    <>
      {values ? (
        <>
          <RepairPresses {...props} values={values} onDone={done} />
          <RepairForm
            values={values}
            tidy={(typed) => typedText(holdsOf(kind, column), typed)}
            isName={kind.info.columns.some(({ key, holds }) => key === column && holds === "name")}
            isNextRead={data === undefined}
            onPage={setPage}
            endpoint={kind.calls.repair}
            input={(how) => ({
              params: { id: info.id },
              body: { version: values.version, cause, column, ...how },
            })}
            onDone={done}
          />
        </>
      ) : error ? (
        <Alert type="error" role="alert" message={error.message} />
      ) : (
        <Skeleton active />
      )}
    </>
  );
}

interface Values {
  readonly to?: string;
  readonly from?: string;
}

type RepairProps = RecordFormProps<RegistryCalls["repair"], Values>;

interface RepairFormProps extends Pick<RepairProps, "endpoint" | "onDone"> {
  readonly values: CauseValues;
  /** What is corrected is itself a name. */
  readonly isName: boolean;
  readonly isNextRead: boolean;
  readonly onPage: (page: number) => void;
  readonly tidy: (typed: string) => string;
  readonly input: (how: How) => ReturnType<RepairProps["input"]>;
}

const WAYS = [
  { value: "values", label: "По значениям" },
  { value: "all", label: "Одно для всех" },
  { value: "piece", label: "Заменить часть текста" },
] as const;
type Way = (typeof WAYS)[number]["value"];

function RepairForm({ values, isName, isNextRead, onPage, tidy, input, ...form }: RepairFormProps) {
  const [way, setWay] = useState<Way>("values");
  const [typed, setTyped] = useState<Typed>(new Map());
  useEffect(() => {
    setUnsaved(setTyped, typed.size > 0);
    return () => setUnsaved(setTyped, false);
  }, [typed]);
  const [person] = values.rows;
  const isOfPeople = person !== undefined;
  const type = (key: string, text: string, before: string) =>
    setTyped((earlier) => {
      const after = new Map(earlier);
      if (text === before) after.delete(key);
      else after.set(key, text);
      return after;
    });
  const howOf = ({ to = "", from }: Values): How => {
    if (isOfPeople) {
      const changed = typed.size > 0 || !person ? [...typed] : [[String(person.id), person.value]];
      return { rows: changed.map(([id, text]) => ({ id: Number(id), to: tidy(text ?? "") })) };
    }
    if (way === "all") return { to: tidy(to) };
    if (way === "piece") return { rule: { kind: "replace", from: from ?? "", to } };
    const [same] = values.items;
    // Nothing typed: the server says that there is nothing to repair.
    const changed = typed.size > 0 || !same ? [...typed] : [[same.value, same.value] as const];
    return {
      replacements: changed.map(([before, after]) => ({ from: before, to: tidy(after) })),
    };
  };
  const table = { values, typed, isNextRead, onType: type, onPage };
  return (
    <RecordForm
      {...form}
      staysOpen
      submitTitle={
        way === "values"
          ? `Исправить ${isOfPeople ? "строки" : "значения"}: ${groupedDigits(typed.size)}`
          : `Исправить: ${countOf(values.rowsCount, ROWS)}`
      }
      labels={{ to: "Новое значение", from: "Что заменить", "rule.from": "Что заменить" }}
      input={(fields: Values) => input(howOf(fields))}
    >
      {isOfPeople ? null : (
        <Segmented<Way>
          aria-label="Как исправить"
          value={way}
          options={[...WAYS]}
          onChange={setWay}
          style={{ marginBottom: 12 }}
        />
      )}
      {isOfPeople ? (
        <PeopleTable isName={isName} {...table} />
      ) : way === "values" ? (
        <ValuesTable {...table} />
      ) : null}
      {way === "piece" ? (
        <Form.Item
          name="from"
          label="Что заменить"
          rules={[{ required: true, message: "Укажите, что заменить" }]}
        >
          <Input autoFocus maxLength={LONGEST_REPLACED} />
        </Form.Item>
      ) : null}
      {way === "values" ? null : (
        <Form.Item name="to" label={way === "all" ? "Новое значение для всех" : "Чем заменить"}>
          <Input />
        </Form.Item>
      )}
    </RecordForm>
  );
}

interface TableProps extends Pick<RepairFormProps, "values" | "isNextRead" | "onPage"> {
  readonly typed: Typed;
  readonly onType: (key: string, text: string, before: string) => void;
}

/** Of either list. */
function frameOf({ values: { meta }, isNextRead, onPage }: TableProps) {
  return {
    "aria-label": "Было и станет",
    size: "small" as const,
    loading: isNextRead,
    pagination:
      meta.total > PER_PAGE
        ? {
            current: meta.page,
            pageSize: PER_PAGE,
            total: meta.total,
            showSizeChanger: false,
            onChange: onPage,
          }
        : (false as const),
    scroll: { y: 320 },
    style: { marginBottom: 16 },
  };
}

function ValuesTable(props: TableProps) {
  const { values, typed, onType } = props;
  return (
    <Table<CauseValue>
      {...frameOf(props)}
      rowKey="value"
      dataSource={[...values.items]}
      columns={[
        { key: "value", title: "Было", render: (_, { value }) => value || "пусто" },
        {
          key: "text",
          title: "Станет",
          render: (_, { value }) =>
            value.length > LONGEST_REPLACED ? (
              "Длинный текст исправьте в его строке"
            ) : (
              <Input
                aria-label={`Станет вместо «${value || "пусто"}»`}
                maxLength={LONGEST_REPLACED}
                value={typed.get(value) ?? value}
                onChange={(event) => onType(value, event.target.value, value)}
              />
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

/** One value never serves two people, so each has a field of its own. */
function PeopleTable({ isName, ...props }: TableProps & { readonly isName: boolean }) {
  const { values, typed, onType } = props;
  const isPhone = useIsPhone();
  return (
    <Table<CauseRow>
      {...frameOf(props)}
      rowKey="id"
      dataSource={[...values.rows]}
      columns={[
        ...(isPhone ? [] : [{ key: "line", title: "Строка", width: 80, dataIndex: "line" }]),
        {
          key: "name",
          title: "Кто",
          render: (_, { id, line, name, profileName, value }) => (
            <Flex vertical align="start">
              {isPhone ? <Typography.Text type="secondary">строка {line}</Typography.Text> : null}
              {name || "ФИО не указано"}
              {profileName ? (
                <Typography.Text type="secondary">в профиле: {profileName}</Typography.Text>
              ) : null}
              {profileName && isName ? (
                <Button
                  type="link"
                  size="small"
                  style={{ paddingInline: 0 }}
                  onClick={() => onType(String(id), profileName, value)}
                >
                  Взять из профиля
                </Button>
              ) : null}
            </Flex>
          ),
        },
        {
          key: "text",
          title: "Станет",
          render: (_, { id, line, value }) => (
            <Input
              aria-label={`Станет в строке ${line}`}
              maxLength={LONGEST_OF_PERSON}
              value={typed.get(String(id)) ?? value}
              onChange={(event) => onType(String(id), event.target.value, value)}
            />
          ),
        },
      ]}
    />
  );
}
