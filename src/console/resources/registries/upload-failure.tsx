import { useEffect, useRef } from "react";
import { PageLink } from "#console/ui/page-link.tsx";
import { splitMessage } from "#console/format/message.ts";
import type { ConsoleHttpError } from "#console/providers/data/http-error.ts";
import { PAYROLL } from "./kinds/payroll.tsx";
import { detailOf } from "#console/providers/data/problem-details.ts";

/** Why the server refused a file: its sentences, and the way to the registry the same file made before. */
export function UploadFailure({ failure }: { failure: ConsoleHttpError }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [failure]);
  const registryId = Number(detailOf(failure, "registryID"));
  const sentences = Object.entries(failure.errors ?? {}).flatMap(([field, messages]) => (field === "title" ? [] : messages));
  const { title, detail } = splitMessage(failure.message);
  return (
    <div ref={box} className="notice-line" data-kind="danger" role="alert" tabIndex={-1}>
      {sentences.length > 0 ? sentences.map((sentence) => <p key={sentence}>{sentence}</p>) : <p>{title}</p>}
      {detail ? <p className="muted">{detail}</p> : null}
      {failure.statusCode === 409 && registryId > 0 ? <PageLink to={`${PAYROLL.path}/${registryId}`}>Открыть загруженный реестр</PageLink> : null}
    </div>
  );
}
