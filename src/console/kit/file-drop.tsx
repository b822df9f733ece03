import { InboxOutlined } from "@ant-design/icons";
import { Form, Progress, Upload } from "antd";
import { useState } from "react";
import { formatBytes } from "#web/format/bytes.ts";

interface FileDropProps {
  readonly label: string;
  /** With dots: `[".xlsx", ".csv"]`. */
  readonly endings: readonly string[];
  readonly maxBytes: number;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
  /** 0 to 1, while the upload runs. */
  readonly sentShare?: number | null;
  readonly errors?: readonly string[];
}

/** A wrong extension or size is refused before the upload. */
export function FileDrop({
  label,
  endings,
  maxBytes,
  file,
  onFile,
  sentShare = null,
  errors = [],
}: FileDropProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = (files: readonly File[]) => {
    const one = files[0];
    if (!one) return;
    const problem = files.length > 1 ? "Загрузите один файл" : refusalOf(one, endings, maxBytes);
    setRefusal(problem);
    onFile(problem ? null : one);
  };
  const shown = refusal ? [refusal] : errors;
  return (
    <Form.Item
      layout="vertical"
      label={label}
      validateStatus={shown.length > 0 ? "error" : undefined}
      help={shown.length > 0 ? <span role="alert">{shown.join(". ")}</span> : undefined}
    >
      <Upload.Dragger
        accept={endings.join(",")}
        multiple
        disabled={sentShare !== null}
        showUploadList={false}
        fileList={[]}
        beforeUpload={(_file, files) => {
          take(files);
          return Upload.LIST_IGNORE;
        }}
        // Ant Design drops other extensions silently: report them.
        onDrop={({ dataTransfer }) => take([...dataTransfer.files])}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p className="ant-upload-text">
          {file ? (
            <>
              {file.name}, {formatBytes(file.size)}
            </>
          ) : (
            "Выбрать файл или перетащить его сюда"
          )}
        </p>
        <p className="ant-upload-hint">
          {file
            ? "Выбрать другой файл"
            : `${endings.map((ending) => ending.slice(1).toUpperCase()).join(", ")}, не более ${formatBytes(maxBytes)}`}
        </p>
      </Upload.Dragger>
      {sentShare === null ? null : (
        <Progress percent={Math.floor(sentShare * 100)} size="small" aria-label="Отправка файла" />
      )}
    </Form.Item>
  );
}

export function refusalOf(
  file: { readonly name: string; readonly size: number },
  endings: readonly string[],
  maxBytes: number,
): string | null {
  const isKnown = endings.some((ending) => file.name.toLowerCase().endsWith(ending));
  if (!isKnown)
    return `Этот формат не подходит. Сохраните файл как ${endings.map((ending) => ending.slice(1).toUpperCase()).join(" или ")} и загрузите снова`;
  if (file.size === 0) return "Файл пустой. Проверьте, что он сохранён, и загрузите снова";
  if (file.size > maxBytes) return `Файл больше ${formatBytes(maxBytes)}. Разделите его на части`;
  return null;
}
