import { Alert, Checkbox, Flex, Select } from "antd";
import {
  TEXT_ENCODING,
  type FileReading,
  type ReadPart,
  type TextEncoding,
} from "#contract/registries/file-reading.ts";
import { noteSentence } from "#contract/registries/reading-note.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";

interface FilePartsProps {
  readonly reading: FileReading;
  readonly isReading: boolean;
  readonly takesHidden: boolean;
  readonly onTakesHidden: (takes: boolean) => void;
  readonly onPart: (part: ReadPart) => void;
}

/** What of the file is read: which sheet or encoding, and whether rows that nobody sees. */
export function FileParts({
  reading: { sheet, sheets, encoding, notes },
  isReading,
  takesHidden,
  onTakesHidden,
  onPart,
}: FilePartsProps) {
  const hidden = notes.find((note) => note.kind === "hidden_rows");
  return (
    <>
      {sheets.length > 1 ? (
        <PartSelect
          label="Лист"
          hint="Остальные листы не загрузятся"
          isReading={isReading}
          value={sheet}
          options={sheets.map(({ name, rows, isHidden }) => ({
            value: name,
            label: `${name}${isHidden ? " (скрыт)" : ""}: ${countOf(rows, ROWS)}`,
          }))}
          onChange={(name) => onPart({ sheet: name })}
        />
      ) : sheet ? (
        <p className="muted" style={{ margin: "0 0 12px" }}>
          Лист «{sheet}»
        </p>
      ) : null}
      {sheets.some(({ name, isHidden }) => name === sheet && isHidden) ? (
        <Alert
          type="warning"
          showIcon
          role="note"
          style={{ marginBottom: 12 }}
          message={`Лист «${sheet}» скрыт в файле. Проверьте, что загрузить нужно его`}
        />
      ) : null}
      {encoding ? (
        <PartSelect<TextEncoding>
          label="Кодировка"
          hint="Выберите другую, если буквы не читаются"
          isReading={isReading}
          value={encoding}
          options={TEXT_ENCODING.definitions.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(chosen) => onPart({ encoding: chosen })}
        />
      ) : null}
      {hidden ? (
        <Alert
          type="warning"
          showIcon
          role="note"
          style={{ marginBottom: 12 }}
          message={noteSentence({ ...hidden, isTaken: takesHidden })}
          description={
            <Checkbox
              checked={takesHidden}
              onChange={({ target }) => onTakesHidden(target.checked)}
            >
              Загрузить и скрытые строки
            </Checkbox>
          }
        />
      ) : null}
    </>
  );
}

interface PartSelectProps<Value extends string> {
  readonly label: string;
  readonly hint: string;
  readonly isReading: boolean;
  readonly value: Value | null;
  readonly options: { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** Another choice is read at once. */
function PartSelect<Value extends string>({
  label,
  hint,
  isReading,
  ...choice
}: PartSelectProps<Value>) {
  return (
    <Flex gap="small" wrap align="center" style={{ marginBottom: 12 }}>
      <span>{label}</span>
      <Select<Value>
        aria-label={label}
        style={{ minWidth: 240, maxWidth: "100%" }}
        loading={isReading}
        disabled={isReading}
        {...choice}
      />
      <span className="muted">{hint}</span>
    </Flex>
  );
}
