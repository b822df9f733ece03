import { Button, Card, Col, Flex, Form, Input, Row, Select, Steps } from "antd";
import { memo, useCallback, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { REGISTRY_FILE_BYTES } from "#contract/kernel/uploads.ts";
import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import { FileDrop } from "#console/kit/file-drop.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FILE_ENDINGS, type RegistryKind } from "./registry-kind.ts";
import { UploadFailure } from "./upload-failure.tsx";
import { useSending, type Source } from "./use-sending.ts";

const STEPS = [
  { title: "Файл или строки" },
  { title: "Предпросмотр" },
  { title: "Отправка и проверка" },
];

interface UploadFormProps {
  readonly kind: RegistryKind;
  readonly source: Source | null;
  /** Why the server would refuse the source. */
  readonly refusal: string | null;
  readonly onSource: (source: Source | null) => void;
}

/**
 * Source and fields of a new registry. Memoized, because the preview beside it updates ten times a
 * second.
 */
export const UploadForm = memo(function UploadForm({
  kind,
  source,
  refusal,
  onSource,
}: UploadFormProps) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [title, setTitle] = useState("");
  const [projectId, setProjectId] = useState<number>();
  const { send, cancel, share, failure, forgetFailure } = useSending(kind);
  const isSending = share !== null;
  const take = useCallback(
    (next: Source | null) => {
      forgetFailure();
      onSource(next);
    },
    [onSource, forgetFailure],
  );
  const takeFile = useCallback((file: File | null) => take(file && { kind: "file", file }), [take]);
  usePagePaste(isSending, take, takeFile);
  usePageDrop(isSending, takeFile);

  const handleSend = async () => {
    if (source === null) return;
    const id = await send(source, { title: title.trim() || undefined, projectID: projectId });
    if (id !== null) void navigate(`${kind.path}/${id}`);
  };
  const titleErrors = failure?.errors?.title;
  return (
    <>
      <Steps
        size="small"
        items={STEPS}
        current={isSending ? 2 : source && refusal === null ? 1 : 0}
        style={{ maxWidth: 720, marginBottom: 16 }}
      />
      <Form layout="vertical" component="div">
        <Row gutter={16}>
          <Col xs={24} lg={12}>
            <FileDrop
              label="Файл реестра"
              endings={FILE_ENDINGS}
              maxBytes={REGISTRY_FILE_BYTES}
              file={source?.kind === "file" ? source.file : null}
              onFile={takeFile}
              sentShare={share}
              errors={source?.kind === "file" && refusal !== null ? [refusal] : []}
            />
          </Col>
          <Col xs={24} lg={12}>
            <PasteField
              wantsFocus={query.get("paste") === "1"}
              isDisabled={isSending}
              error={source?.kind === "text" && refusal !== null ? refusal : undefined}
              onPaste={(text) => take({ kind: "text", text })}
            />
          </Col>
        </Row>
        {source && refusal === null ? (
          <Card size="small" role="region" aria-label="Отправка" style={{ marginBottom: 16 }}>
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
                <ProjectField value={projectId} onChange={setProjectId} />
              </Col>
            </Row>
            {failure ? <UploadFailure kind={kind} failure={failure} /> : null}
            <Flex gap="small" wrap align="center">
              <Button type="primary" loading={isSending} onClick={() => void handleSend()}>
                {source.kind === "file" ? "Загрузить и проверить" : "Создать и проверить"}
              </Button>
              <Button onClick={isSending ? cancel : () => take(null)}>
                {isSending ? "Отменить загрузку" : "Убрать"}
              </Button>
              <span role="status" className="muted num">
                {share === null
                  ? ""
                  : share < 1
                    ? `Отправлено ${Math.floor(share * 100)}\u00A0%`
                    : "Файл отправлен, ждём ответа"}
              </span>
            </Flex>
          </Card>
        ) : null}
      </Form>
    </>
  );
});

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

/** Pasting rows or a file anywhere on the page, outside fields, selects it as the source. */
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

/** Accepts a file dropped anywhere on the page; otherwise the browser would open it and leave. */
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
