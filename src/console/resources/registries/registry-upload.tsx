import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { REGISTRY_FILE_BYTES } from "#contract/http/uploads.ts";
import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { useDownload, useRead } from "#console/providers/data/use-endpoint.ts";
import { FileDrop } from "#console/ui/file-drop.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightField } from "#console/ui/light/light-field.tsx";
import { PAYROLL } from "./kinds/payroll.tsx";
import { usePreview } from "./preview/use-preview.ts";
import { UploadPreview } from "./upload-preview.tsx";
import { UploadFailure } from "./upload-failure.tsx";
import { useSending, type Source } from "./use-sending.ts";
import "./registries.css";

/** A spreadsheet puts tabs between copied cells, whatever commas their texts hold. */
const TABS = "sep=\t\n";
const ENDINGS = [".xlsx", ".csv", ".txt"] as const;

/** A new registry: choose, drop or paste; look at what was recognised; send. */
export default function RegistryUpload() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [source, setSource] = useState<Source | null>(null);
  const [title, setTitle] = useState("");
  const [projectId, setProjectId] = useState("");
  const { preview, open, clear, readRows } = usePreview();
  const { send, cancel, share, failure, forgetFailure } = useSending();
  const pasteField = useRef<HTMLTextAreaElement>(null);
  const sendButton = useRef<HTMLDivElement>(null);
  const isSending = share !== null;

  const take = useCallback(
    (next: Source | null) => {
      setSource(next);
      forgetFailure();
      if (next === null) clear();
      else open(next.kind === "file" ? next.file : new Blob([TABS, next.text]), next.kind === "text");
    },
    [open, clear, forgetFailure],
  );
  const takeFile = useCallback((file: File | null) => take(file && { kind: "file", file }), [take]);
  usePagePaste(isSending, take, takeFile);
  usePageDrop(isSending, takeFile);

  useEffect(() => {
    if (query.get("paste") === "1") pasteField.current?.focus();
  }, [query]);

  const handleSend = async () => {
    if (source === null) return;
    const id = await send(source, { title: title.trim() || undefined, projectID: projectId === "" ? undefined : Number(projectId) });
    if (id !== null) void navigate(`${PAYROLL.path}/${id}`);
  };

  const isRefused = preview.failure?.isFinal === true;
  return (
    <>
      <h1>Загрузка реестра выплат</h1>
      <div className="upload-sources">
        <FileDrop
          label="Файл реестра"
          endings={ENDINGS}
          maxBytes={REGISTRY_FILE_BYTES}
          file={source?.kind === "file" ? source.file : null}
          onFile={takeFile}
          sentShare={share}
          errors={source?.kind === "file" && isRefused ? [preview.failure?.message ?? ""] : []}
        />
        <PasteField fieldRef={pasteField} isDisabled={isSending} error={source?.kind === "text" && isRefused ? preview.failure?.message : undefined} onPaste={(text) => take({ kind: "text", text })} />
      </div>
      <Templates />
      {source && !isRefused ? (
        <section aria-label="Отправка" className="upload-send" ref={sendButton}>
          <div className="upload-fields">
            <LightField label="Название реестра" hint="Необязательно: по нему реестр легче найти" value={title} maxLength={100} onChange={(event) => setTitle(event.target.value)} errors={failure?.errors?.title} />
            <ProjectField value={projectId} onChange={setProjectId} />
          </div>
          {failure ? <UploadFailure failure={failure} /> : null}
          <div className="row">
            <LightButton isBusy={isSending} onClick={() => void handleSend()}>
              {source.kind === "file" ? "Загрузить и проверить" : "Создать и проверить"}
            </LightButton>
            {isSending ? (
              <LightButton look="plain" onClick={cancel}>
                Отменить загрузку
              </LightButton>
            ) : (
              <LightButton look="plain" onClick={() => take(null)}>
                Убрать
              </LightButton>
            )}
            <span role="status" className="muted num">
              {share === null ? "" : share < 1 ? `Отправлено ${Math.floor(share * 100)}\u00A0%` : "Файл отправлен, ждём ответа"}
            </span>
          </div>
        </section>
      ) : null}
      {preview.failure && !isRefused ? <p className="notice-line">{preview.failure.message}</p> : null}
      {source ? <UploadPreview preview={preview} readRows={readRows} /> : null}
    </>
  );
}

function PasteField({ fieldRef, onPaste, isDisabled, error }: { fieldRef: React.RefObject<HTMLTextAreaElement | null>; onPaste: (text: string) => void; isDisabled: boolean; error?: string }) {
  return (
    <div className="field paste-field">
      <label className="field-label" htmlFor="paste-rows">
        Вставить из Excel
      </label>
      <textarea
        id="paste-rows"
        ref={fieldRef}
        className="input"
        rows={4}
        value=""
        disabled={isDisabled}
        placeholder="Скопируйте строки вместе с заголовком и нажмите Ctrl+V"
        aria-describedby={error ? "paste-rows-error" : "paste-rows-hint"}
        aria-invalid={error !== undefined}
        onChange={(event) => event.target.value.trim() !== "" && onPaste(event.target.value)}
      />
      <span id="paste-rows-hint" className="field-hint">
        Вставлять можно в любом месте этой страницы
      </span>
      {error ? (
        <span id="paste-rows-error" className="field-error" role="alert">
          {error}
        </span>
      ) : null}
    </div>
  );
}

function Templates() {
  const download = useDownload(payrollRegistryEndpoints.template);
  return (
    <p>
      Нет файла?{" "}
      <button type="button" className="button button-link" onClick={() => void download({ query: { format: "xlsx" } })}>
        Скачать шаблон XLSX
      </button>{" "}
      <button type="button" className="button button-link" onClick={() => void download({ query: { format: "csv" } })}>
        Скачать шаблон CSV
      </button>
    </p>
  );
}

function ProjectField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data } = useRead(projectEndpoints.list, { query: { perPage: 100 } }, { silent: true });
  if (!data || data.items.length === 0) return null;
  return (
    <label className="field">
      <span className="field-label">Проект по умолчанию</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Как указано в файле</option>
        {data.items.map((project) => (
          <option key={project.id} value={project.id}>
            {project.title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Rows pasted anywhere on the page, outside fields, are a registry; so is a copied file. */
function usePagePaste(isDisabled: boolean, take: (source: Source) => void, takeFile: (file: File) => void): void {
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement | null;
      const isOwnField = target?.id === "paste-rows";
      if (isDisabled || (!isOwnField && target?.closest("input, textarea, select"))) return;
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

/** A file dropped beside the frame is taken too; without this the browser would leave the page and open it. */
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
