import { useCallback, useEffect, useRef, useState } from "react";
import type { ColumnChoices, FileReading } from "#contract/registries/file-reading.ts";
import { asHttpError, type ConsoleHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import type { RegistryKind } from "./registry-kind.ts";

export interface UploadFields {
  readonly title?: string;
  readonly projectID?: number;
}

interface Sending {
  /** @returns id of the registry; `null` if refused or cancelled. */
  readonly send: (
    readingID: FileReading["readingID"],
    fields: UploadFields,
    choices: ColumnChoices,
  ) => Promise<number | null>;
  readonly cancel: () => void;
  readonly isSending: boolean;
  readonly failure: ConsoleHttpError | null;
  readonly forgetFailure: () => void;
}

/** What the server has read becomes a registry. */
export function useSending(kind: RegistryKind): Sending {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<ConsoleHttpError | null>(null);
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const send: Sending["send"] = useCallback(
    async (readingID, fields, choices) => {
      if (stopper.current) return null;
      const stopping = new AbortController();
      stopper.current = stopping;
      setFailure(null);
      setIsSending(true);
      try {
        const created = await requestEndpoint(
          kind.calls.createFromReading,
          { params: { readingID }, body: { ...fields, choices } },
          { signal: stopping.signal },
        );
        return created.id;
      } catch (thrown) {
        if (!stopping.signal.aborted) {
          setFailure(asHttpError(thrown));
        }
        return null;
      } finally {
        stopper.current = null;
        setIsSending(false);
      }
    },
    [kind],
  );
  const cancel = useCallback(() => stopper.current?.abort(), []);
  const forgetFailure = useCallback(() => setFailure(null), []);
  return { send, cancel, isSending, failure, forgetFailure };
}
