import { Alert, Button, Card, Checkbox, Flex, Select, Tag, Typography } from "antd";
import { useState } from "react";
import type { ColumnChoices, FileReading, ReadPart } from "#contract/registries/file-reading.ts";
import {
  REGISTRY_FILE_MESSAGES,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { cellText } from "./cell-text.ts";
import { ConstantField } from "./constant-field.tsx";
import { FileParts } from "./file-parts.tsx";

type Chosen = Pick<ColumnChoices, "columns" | "constants">;

interface ColumnsFormProps {
  readonly own: readonly RegistryColumn[];
  readonly reading: FileReading;
  readonly isSending: boolean;
  /** Another sheet or encoding. */
  readonly isReading: boolean;
  readonly onPart: (part: ReadPart) => void;
  readonly onConfirm: (choices: ColumnChoices) => void;
}

const REASONS = {
  title: null,
  similar: "похоже по названию",
  values: "похоже по значениям",
  remembered: "как в прошлый раз",
} as const;

/** Personal columns: one text cannot stand for all rows. */
const OF_ONE = new Set(["inn", "phone", "name"]);

/** «Ваш столбец → наш»: guesses with examples, or one value for all rows. */
export function ColumnsForm({
  own,
  reading,
  isSending,
  isReading,
  onPart,
  onConfirm,
}: ColumnsFormProps) {
  const [chosen, setChosen] = useState<Chosen>(reading.choices);
  const [showsAll, setShowsAll] = useState(false);
  const [takesHidden, setTakesHidden] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const isFilled = ({ key }: RegistryColumn) =>
    chosen.columns[key] !== undefined || (chosen.constants[key] ?? "").trim() !== "";
  const missing = own.filter((column) => column.required && !isFilled(column));
  const shown = own.filter(
    (column) => showsAll || column.required || column.key in reading.choices.columns,
  );
  const used = new Set(Object.values(chosen.columns));
  const unused = reading.columns.filter(({ position, title }) => title && !used.has(position));

  const place = (key: string, position: number | undefined) => {
    const { [key]: _, ...others } = chosen.columns;
    setChosen({
      ...chosen,
      columns: position === undefined ? others : { ...others, [key]: position },
    });
  };
  const fill = (key: string, text: string, suggested: Readonly<Record<string, string>> = {}) => {
    const free = Object.entries(suggested).filter(
      ([name]) => chosen.columns[name] === undefined && !chosen.constants[name],
    );
    setChosen({
      ...chosen,
      constants: { ...chosen.constants, ...Object.fromEntries(free), [key]: text },
    });
  };
  const confirm = () => {
    if (missing.length > 0) return setIsRefused(true);
    const constants = Object.fromEntries(
      Object.entries(chosen.constants).filter(
        ([key, text]) => text.trim() !== "" && chosen.columns[key] === undefined,
      ),
    );
    onConfirm({
      ...reading.choices,
      columns: chosen.columns,
      constants,
      ...(takesHidden ? { takesHidden } : {}),
    });
  };
  return (
    <Card
      size="small"
      role="region"
      aria-label="Столбцы файла"
      title="Ваш столбец → наш"
      extra={
        <Checkbox checked={showsAll} onChange={({ target }) => setShowsAll(target.checked)}>
          Все столбцы
        </Checkbox>
      }
      style={{ marginBottom: 16 }}
    >
      <FileParts
        reading={reading}
        isReading={isReading}
        takesHidden={takesHidden}
        onTakesHidden={setTakesHidden}
        onPart={onPart}
      />
      <ul className="plain-list column-choices">
        {shown.map((column) => (
          <ColumnRow
            key={column.key}
            column={column}
            reading={reading}
            chosen={chosen}
            isMissing={isRefused && missing.includes(column)}
            onPlace={place}
            onFill={fill}
          />
        ))}
      </ul>
      {unused.length > 0 ? (
        <Typography.Paragraph type="secondary">
          {REGISTRY_FILE_MESSAGES.unusedColumns(unused.map(({ title }) => title))}
        </Typography.Paragraph>
      ) : null}
      {isRefused && missing.length > 0 ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginBottom: 12 }}
          message={`Выберите столбец файла или укажите одно значение для всех: ${missing.map(({ title }) => `«${title}»`).join(", ")}`}
        />
      ) : null}
      <Flex gap="small" wrap align="center">
        <Button type="primary" loading={isSending} disabled={isReading} onClick={confirm}>
          Загрузить и проверить
        </Button>
        <span className="muted">Выбор запомнится для следующих файлов с таким же заголовком</span>
      </Flex>
    </Card>
  );
}

interface ColumnRowProps {
  readonly column: RegistryColumn;
  readonly reading: FileReading;
  readonly chosen: Chosen;
  readonly isMissing: boolean;
  readonly onPlace: (key: string, position: number | undefined) => void;
  readonly onFill: (
    key: string,
    text: string,
    suggested?: Readonly<Record<string, string>>,
  ) => void;
}

function ColumnRow({ column, reading, chosen, isMissing, onPlace, onFill }: ColumnRowProps) {
  const { key, title, required, holds } = column;
  const position = chosen.columns[key];
  const found = reading.columns.find((one) => one.position === position);
  const reason = position === reading.choices.columns[key] ? reading.reasons[key] : undefined;
  const doubt = reason ? REASONS[reason] : null;
  const isOfOne = holds !== undefined && OF_ONE.has(holds);
  return (
    <li>
      <div className="column-choice">
        <Select<number>
          aria-label={`Столбец файла для «${title}»`}
          allowClear
          showSearch
          optionFilterProp="label"
          placeholder="Нет в файле"
          status={isMissing ? "error" : undefined}
          value={position}
          options={reading.columns.map((one) => ({
            value: one.position,
            label: one.title || `Столбец ${one.position + 1}`,
            examples: one.examples,
          }))}
          optionRender={({ label, data }) => (
            <Flex vertical>
              {label}
              <Typography.Text type="secondary">
                {(data as { readonly examples: readonly string[] }).examples.join(" · ")}
              </Typography.Text>
            </Flex>
          )}
          onChange={(next?: number) => onPlace(key, next)}
        />
        {found ? (
          <Typography.Text type="secondary" className="column-examples">
            {found.examples.map((text) => cellText(holds, text)).join(" · ") || "пусто"}{" "}
            {doubt ? <Tag bordered={false}>{doubt}</Tag> : null}
            {found.isHidden ? <Tag color="warning">скрыт в файле</Tag> : null}
          </Typography.Text>
        ) : isOfOne ? null : (
          <ConstantField
            column={column}
            value={chosen.constants[key] ?? ""}
            isMissing={isMissing}
            onChange={(text, suggested) => onFill(key, text, suggested)}
          />
        )}
      </div>
      <span aria-hidden>→</span>
      <Typography.Text strong={required}>
        {title}
        {required ? " *" : ""}
      </Typography.Text>
    </li>
  );
}
