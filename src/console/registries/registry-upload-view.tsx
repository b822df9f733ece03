import { Button } from "antd";
import { useDownload } from "#console/calls/use-endpoint.ts";
import type { RegistryKind } from "./registry-kind.ts";
import { UploadForm } from "./upload-form.tsx";
import "#console/kit/kit.css";
import "./registries.css";

export function RegistryUpload({ kind }: { readonly kind: RegistryKind }) {
  return (
    <>
      <header className="page-head">
        <h1>{kind.uploadTitle}</h1>
        <Templates kind={kind} />
      </header>
      <UploadForm kind={kind} />
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
