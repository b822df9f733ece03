import { Alert } from "antd";
import { useEffect, useRef } from "react";
import { splitMessage } from "#web/format/message.ts";
import type { ConsoleHttpError } from "#web/wire/http-error.ts";
import { detailOf } from "#console/calls/problem-details.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import type { RegistryKind } from "./registry-kind.ts";

/** Links to a registry made from the same file. */
export function UploadFailure({
  kind,
  failure,
}: {
  readonly kind: RegistryKind;
  readonly failure: ConsoleHttpError;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [failure]);
  const registryId = Number(detailOf(failure, "registryID"));
  const sentences = Object.entries(failure.errors ?? {}).flatMap(([field, messages]) =>
    field === "title" ? [] : messages,
  );
  const { title, detail } = splitMessage(failure.message);
  return (
    <div ref={box} role="alert" tabIndex={-1} style={{ marginBottom: 16 }}>
      <Alert
        type="error"
        showIcon
        role="presentation"
        message={sentences.length > 0 ? sentences.join(". ") : title}
        description={detail || undefined}
        action={
          failure.statusCode === 409 && registryId > 0 ? (
            <PageLink to={`${kind.path}/${registryId}`}>Открыть загруженный реестр</PageLink>
          ) : undefined
        }
      />
    </div>
  );
}
