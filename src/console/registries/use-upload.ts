import { useCallback, useEffect, useRef, useState } from "react";
import type { ColumnChoices, FileReading } from "#contract/registries/file-reading.ts";
import { asHttpError, type ConsoleHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import type { RegistryKind } from "./registry-kind.ts";
import { firstTextRows } from "./text-rows.ts";
import { useSending, type Source, type UploadFields } from "./use-sending.ts";

interface UploadState {
  readonly source: Source | null;
  /** Shown before the server has answered. */
  readonly ownRows: FileReading["rows"] | null;
  readonly reading: FileReading | null;
  readonly isReading: boolean;
  /** The file cannot be read. */
  readonly refusal: ConsoleHttpError | null;
  /** 0 to 1. */
  readonly readShare: number;
}

const NOTHING: UploadState = {
  source: null,
  ownRows: null,
  reading: null,
  isReading: false,
  refusal: null,
  readShare: 0,
};

/** What the page shows is what is sent. When all columns are known, the file becomes a registry without a question. */
export function useUpload(
  kind: RegistryKind,
  fields: UploadFields,
  onCreated: (id: number) => void,
) {
  const [state, setState] = useState(NOTHING);
  const sending = useSending(kind);
  const { send, forgetFailure } = sending;
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);
  // A title may be typed meanwhile.
  const latestFields = useRef(fields);
  useEffect(() => {
    latestFields.current = fields;
  }, [fields]);

  const confirm = useCallback(
    async (source: Source, choices: ColumnChoices) => {
      const id = await send(source, {
        ...latestFields.current,
        choices: JSON.stringify(choices),
      });
      if (id !== null) onCreated(id);
    },
    [send, onCreated],
  );
  const take = useCallback(
    async (source: Source | null, sheet?: string) => {
      stopper.current?.abort();
      forgetFailure();
      // Another sheet takes the place of what is shown once it is read.
      setState(({ reading }) => ({
        ...NOTHING,
        source,
        isReading: source !== null,
        reading: sheet === undefined ? null : reading,
      }));
      if (source === null) return;
      const stopping = new AbortController();
      stopper.current = stopping;
      const isStopped = () => stopping.signal.aborted;
      void firstTextRows(source).then(
        (ownRows) => isStopped() || setState((before) => ({ ...before, ownRows })),
      );
      try {
        const reading = await read(kind, source, sheet, {
          signal: stopping.signal,
          onSent: (readShare) => isStopped() || setState((before) => ({ ...before, readShare })),
        });
        if (isStopped()) return;
        setState((before) => ({ ...before, reading, isReading: false }));
        if (reading.isKnown) await confirm(source, reading.choices);
      } catch (thrown) {
        if (!isStopped())
          setState((before) => ({ ...before, isReading: false, refusal: asHttpError(thrown) }));
      }
    },
    [kind, confirm, forgetFailure],
  );
  return { ...state, take, confirm, sending };
}

function read(
  kind: RegistryKind,
  source: Source,
  sheet: string | undefined,
  options: { readonly signal: AbortSignal; readonly onSent: (share: number) => void },
): Promise<FileReading> {
  const isPasted = source.kind === "text";
  const file = isPasted ? new Blob([source.text], { type: "text/plain" }) : source.file;
  return requestEndpoint(
    kind.calls.readFile,
    { body: { ...(isPasted ? { isPasted } : {}), ...(sheet ? { sheet } : {}) }, files: { file } },
    options,
  );
}
