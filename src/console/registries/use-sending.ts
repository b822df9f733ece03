import { useCallback, useEffect, useRef, useState } from "react";
import { asHttpError, isUncertain, type ConsoleHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import type { RegistryKind } from "./registry-kind.ts";

export type Source =
  { readonly kind: "file"; readonly file: File } | { readonly kind: "text"; readonly text: string };

export interface UploadFields {
  readonly title?: string;
  readonly projectID?: number;
  /** `ColumnChoices` in JSON. */
  readonly choices?: string;
}

interface Sending {
  /** @returns id of the registry; `null` if refused or cancelled. */
  readonly send: (source: Source, fields: UploadFields) => Promise<number | null>;
  readonly cancel: () => void;
  /** Uploaded, 0 to 1; `null` when idle. */
  readonly share: number | null;
  readonly failure: ConsoleHttpError | null;
  readonly forgetFailure: () => void;
}

/** One idempotency key per source. */
export function useSending(kind: RegistryKind): Sending {
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<ConsoleHttpError | null>(null);
  const stopper = useRef<AbortController | null>(null);
  const key = useRef<{ source: Source; value: string } | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const send = useCallback(
    async (source: Source, fields: UploadFields) => {
      if (stopper.current) return null;
      const stopping = new AbortController();
      stopper.current = stopping;
      if (key.current?.source !== source) key.current = { source, value: crypto.randomUUID() };
      const idempotencyKey = key.current.value;
      setFailure(null);
      setShare(0);
      const options = { signal: stopping.signal, onSent: (sent: number) => setShare(sent) };
      try {
        const created =
          source.kind === "file"
            ? await requestEndpoint(
                kind.calls.upload,
                { body: fields, files: { file: source.file }, idempotencyKey },
                options,
              )
            : await requestEndpoint(
                kind.calls.paste,
                {
                  body: fields,
                  files: { text: new Blob([source.text], { type: "text/plain" }) },
                  idempotencyKey,
                },
                options,
              );
        return created.id;
      } catch (thrown) {
        if (!stopping.signal.aborted) {
          const error = asHttpError(thrown);
          // A changed request after a definite refusal needs a new key.
          if (!isUncertain(error.statusCode)) key.current = null;
          setFailure(error);
        }
        return null;
      } finally {
        stopper.current = null;
        setShare(null);
      }
    },
    [kind],
  );
  const cancel = useCallback(() => stopper.current?.abort(), []);
  const forgetFailure = useCallback(() => setFailure(null), []);
  return { send, cancel, share, failure, forgetFailure };
}
