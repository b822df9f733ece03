import { useCallback, useEffect, useRef, useState } from "react";
import type { ColumnChoices, FileReading } from "#contract/registries/file-reading.ts";
import { asHttpError, isUncertain, type ConsoleHttpError } from "#web/wire/http-error.ts";
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

/** What the server has read becomes a registry; one idempotency key per reading. */
export function useSending(kind: RegistryKind): Sending {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<ConsoleHttpError | null>(null);
  const stopper = useRef<AbortController | null>(null);
  const key = useRef<{ readingID: string; value: string } | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const send: Sending["send"] = useCallback(
    async (readingID, fields, choices) => {
      if (stopper.current) return null;
      const stopping = new AbortController();
      stopper.current = stopping;
      if (key.current?.readingID !== readingID)
        key.current = { readingID, value: crypto.randomUUID() };
      const idempotencyKey = key.current.value;
      setFailure(null);
      setIsSending(true);
      try {
        const created = await requestEndpoint(
          kind.calls.createFromReading,
          { params: { readingID }, body: { ...fields, choices }, idempotencyKey },
          { signal: stopping.signal },
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
        setIsSending(false);
      }
    },
    [kind],
  );
  const cancel = useCallback(() => stopper.current?.abort(), []);
  const forgetFailure = useCallback(() => setFailure(null), []);
  return { send, cancel, isSending, failure, forgetFailure };
}
