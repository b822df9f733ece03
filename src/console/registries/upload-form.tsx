import { Button, Col, Flex, Form, Input, Row, Select, Skeleton } from "antd";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useGo } from "@refinedev/core";
import { useSearchParams } from "react-router";
import { REGISTRY_FILE_BYTES } from "#contract/kernel/uploads.ts";
import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import { FileDrop } from "#console/kit/file-drop.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { ColumnsForm } from "./columns-form.tsx";
import { FirstRows } from "./first-rows.tsx";
import { FILE_ENDINGS, type RegistryKind } from "./registry-kind.ts";
import { registryResource } from "./registry-resource.ts";
import { UploadFailure } from "./upload-failure.tsx";
import { useUpload, type Source } from "./use-upload.ts";

/** Asks for columns only when they are not the template's. */
export function UploadForm({ kind }: { readonly kind: RegistryKind }) {
  const [query] = useSearchParams();
  const go = useGo();
  const [title, setTitle] = useState("");
  const [projectID, setProjectId] = useState<number>();
  const fields = useMemo(
    () => ({ title: title.trim() || undefined, projectID }),
    [title, projectID],
  );
  const open = useCallback(
    (id: number) => void go({ to: { resource: registryResource(kind.name), action: "show", id } }),
    [go, kind.name],
  );
  const { source, reading, isReading, refusal, sentShare, sending, ...upload } = useUpload(
    kind,
    fields,
    open,
  );
  const { take, takePart, drop, confirm } = upload;
  const { isSending, failure, cancel } = sending;
  const takeSource = useCallback((next: Source) => void take(next), [take]);
  const takeFile = useCallback(
    (file: File | null) => (file ? takeSource({ kind: "file", file }) : drop()),
    [takeSource, drop],
  );
  usePagePaste(isSending, takeSource, takeFile);
  usePageDrop(isSending, takeFile);

  const refused = refusal
    ? Object.values(refusal.errors ?? { "": [refusal.message] }).flat()
    : undefined;
  const titleErrors = failure?.errors?.title;
  return (
    <>
      <Form layout="vertical" component="div">
        <Row gutter={16}>
          <Col xs={24} md={12}>
            <Form.Item
              label="Название реестра"
              htmlFor="registry-title"
              extra="Необязательно: по нему реестр легче найти"
              validateStatus={titleErrors ? "error" : undefined}
              help={titleErrors?.join(". ")}
            >
              <Input
                id="registry-title"
                value={title}
                maxLength={100}
                onChange={({ target }) => setTitle(target.value)}
              />
            </Form.Item>
          </Col>
          <Col xs={24} md={12}>
            <ProjectField value={projectID} onChange={setProjectId} />
          </Col>
          <Col xs={24} lg={12}>
            <FileDrop
              label="Файл реестра"
              endings={FILE_ENDINGS}
              maxBytes={REGISTRY_FILE_BYTES}
              file={source?.kind === "file" ? source.file : null}
              onFile={takeFile}
              sentShare={source?.kind === "file" ? sentShare : null}
              errors={source?.kind === "file" ? refused : []}
            />
          </Col>
          <Col xs={24} lg={12}>
            <PasteField
              wantsFocus={query.get("paste") === "1"}
              isDisabled={isSending}
              error={source?.kind === "text" ? refused?.join(". ") : undefined}
              onPaste={(text) => takeSource({ kind: "text", text })}
            />
          </Col>
        </Row>
      </Form>
      {failure ? <UploadFailure kind={kind} failure={failure} /> : null}
      <Flex gap="small" wrap align="center" style={{ marginBottom: 8 }}>
        <span role="status" className="muted num">
          {sentShare !== null && sentShare < 1
            ? `Отправлено ${Math.floor(sentShare * 100)}\u00A0%`
            : isReading
              ? "Читаем файл…"
              : isSending
                ? "Файл отправлен, ждём ответа"
                : ""}
        </span>
        {isSending || sentShare !== null ? (
          <Button onClick={isSending ? cancel : drop}>Отменить загрузку</Button>
        ) : null}
        {reading?.isKnown && failure ? (
          <Button type="primary" onClick={() => void confirm(reading, reading.choices)}>
            Загрузить и проверить
          </Button>
        ) : null}
      </Flex>
      {isReading && !reading ? <Skeleton active title={false} paragraph={{ rows: 4 }} /> : null}
      {reading && !reading.isKnown ? (
        <ColumnsForm
          key={`${reading.sheet} ${reading.encoding}`}
          own={kind.info.columns}
          reading={reading}
          isSending={isSending}
          isReading={isReading}
          onPart={(part) => void takePart(reading, part)}
          onConfirm={(choices) => void confirm(reading, choices)}
        />
      ) : null}
      {reading && !reading.isKnown ? (
        <FirstRows
          rows={reading.rows}
          columns={reading.columns}
          holdsAt={(position) =>
            kind.info.columns.find(({ key }) => reading.choices.columns[key] === position)?.holds
          }
        />
      ) : null}
    </>
  );
}

interface PasteFieldProps {
  readonly wantsFocus: boolean;
  readonly isDisabled: boolean;
  readonly error?: string;
  readonly onPaste: (text: string) => void;
}

function PasteField({ wantsFocus, isDisabled, error, onPaste }: PasteFieldProps) {
  return (
    <Form.Item
      label="Вставить из Excel"
      htmlFor="paste-rows"
      extra="Вставлять можно в любом месте этой страницы"
      validateStatus={error ? "error" : undefined}
      help={error ? <span role="alert">{error}</span> : undefined}
    >
      <Input.TextArea
        id="paste-rows"
        rows={6}
        value=""
        autoFocus={wantsFocus}
        disabled={isDisabled}
        placeholder="Скопируйте строки вместе с заголовком и нажмите Ctrl+V"
        aria-invalid={error !== undefined}
        onChange={({ target }) => target.value.trim() !== "" && onPaste(target.value)}
      />
    </Form.Item>
  );
}

function ProjectField({
  value,
  onChange,
}: {
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
}) {
  const { data } = useRead(projectEndpoints.list, { query: { perPage: 100 } }, { silent: true });
  if (!data || data.items.length === 0) return null;
  return (
    <Form.Item label="Проект по умолчанию" htmlFor="registry-project">
      <Select
        id="registry-project"
        allowClear
        showSearch
        optionFilterProp="label"
        placeholder="Как указано в файле"
        value={value}
        options={data.items.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={onChange}
      />
    </Form.Item>
  );
}

/** Pasted outside fields. */
function usePagePaste(
  isDisabled: boolean,
  take: (source: Source) => void,
  takeFile: (file: File) => void,
): void {
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement | null;
      const isOwnField = target?.id === "paste-rows";
      if (
        isDisabled ||
        (!isOwnField && target?.closest("input, textarea, select, [role=combobox]"))
      )
        return;
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (file) takeFile(file);
      else if (text.trim() !== "") take({ kind: "text", text });
      else return;
      event.preventDefault();
    };
    document.addEventListener("paste", handlePaste);
    return () => document.removeEventListener("paste", handlePaste);
  }, [isDisabled, take, takeFile]);
}

/** Dropped anywhere: the browser would open the file and leave. */
function usePageDrop(isDisabled: boolean, takeFile: (file: File) => void): void {
  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault();
    const handleDrop = (event: DragEvent) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file && !isDisabled) takeFile(file);
    };
    document.addEventListener("dragover", allow);
    document.addEventListener("drop", handleDrop);
    return () => {
      document.removeEventListener("dragover", allow);
      document.removeEventListener("drop", handleDrop);
    };
  }, [isDisabled, takeFile]);
}
