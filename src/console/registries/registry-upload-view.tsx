import { Alert, Button } from "antd";
import { useCallback, useState } from "react";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { usePreview } from "./preview/use-preview.ts";
import type { RegistryKind } from "./registry-kind.ts";
import { UploadForm } from "./upload-form.tsx";
import { UploadPreview } from "./upload-preview.tsx";
import type { Source } from "./use-sending.ts";
import "#console/kit/kit.css";
import "./registries.css";

/** Pasted spreadsheet cells are tab-separated, whatever commas they contain. */
const TABS = "sep=\t\n";

/** Upload of a new registry: choose, drop or paste, preview, send. */
export function RegistryUpload({ kind }: { readonly kind: RegistryKind }) {
  const [source, setSource] = useState<Source | null>(null);
  const { preview, open, clear, readRows } = usePreview(kind.name);
  const handleSource = useCallback(
    (next: Source | null) => {
      setSource(next);
      if (next === null) clear();
      else
        open(next.kind === "file" ? next.file : new Blob([TABS, next.text]), next.kind === "text");
    },
    [open, clear],
  );
  const { failure } = preview;
  return (
    <>
      <header className="page-head">
        <h1>{kind.uploadTitle}</h1>
        <Templates kind={kind} />
      </header>
      <UploadForm
        kind={kind}
        source={source}
        refusal={failure?.isFinal ? failure.message : null}
        onSource={handleSource}
      />
      {failure && !failure.isFinal ? (
        <Alert role="note" type="info" message={failure.message} />
      ) : null}
      {source ? <UploadPreview kind={kind} preview={preview} readRows={readRows} /> : null}
    </>
  );
}

function Templates({ kind }: { readonly kind: RegistryKind }) {
  const download = useDownload(kind.calls.template);
  return (
    <div className="page-commands">
      {(["xlsx", "csv"] as const).map((format) => (
        <Button key={format} onClick={() => void download({ query: { format } })}>
          Скачать шаблон {format.toUpperCase()}
        </Button>
      ))}
    </div>
  );
}
