import { useCallback, useEffect, useRef, useState } from "react";
import type { ColumnChoices, FileReading, ReadPart } from "#contract/registries/file-reading.ts";
import { asHttpError, ConsoleHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import type { RegistryKind } from "./registry-kind.ts";
import { useSending, type UploadFields } from "./use-sending.ts";

export type Source =
  { readonly kind: "file"; readonly file: File } | { readonly kind: "text"; readonly text: string };

interface UploadState {
  readonly source: Source | null;
  readonly reading: FileReading | null;
  readonly isReading: boolean;
  /** The file cannot be read. */
  readonly refusal: ConsoleHttpError | null;
  /** Of the source, 0 to 1; `null` once it is read: it travels once. */
  readonly sentShare: number | null;
}

const NOTHING: UploadState = {
  source: null,
  reading: null,
  isReading: false,
  refusal: null,
  sentShare: null,
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
    async ({ readingID }: FileReading, choices: ColumnChoices) => {
      const id = await send(readingID, latestFields.current, choices);
      if (id !== null) onCreated(id);
    },
    [send, onCreated],
  );
  const read = useCallback(
    async (begin: Partial<UploadState>, ask: (signal: AbortSignal) => Promise<FileReading>) => {
      stopper.current?.abort();
      const stopping = new AbortController();
      stopper.current = stopping;
      forgetFailure();
      setState((before) => ({ ...before, refusal: null, ...begin, isReading: true }));
      const settle = (end: Partial<UploadState>) =>
        setState((before) => ({ ...before, ...end, isReading: false, sentShare: null }));
      try {
        const reading = await ask(stopping.signal);
        if (stopping.signal.aborted) return;
        settle({ reading });
        if (reading.isKnown) await confirm(reading, reading.choices);
      } catch (thrown) {
        if (!stopping.signal.aborted) settle({ refusal: asHttpError(thrown) });
      }
    },
    [confirm, forgetFailure],
  );
  const take = useCallback(
    (source: Source) =>
      read({ ...NOTHING, source, sentShare: 0 }, (signal) =>
        sendSource(kind, source, {
          signal,
          onSent: (sentShare) => signal.aborted || setState((before) => ({ ...before, sentShare })),
        }),
      ),
    [kind, read],
  );
  /** Of the file that is sent already; takes the place of what is shown once it is read. */
  const takePart = useCallback(
    ({ readingID }: FileReading, part: ReadPart) =>
      read({}, (signal) =>
        requestEndpoint(kind.calls.readAgain, { params: { readingID }, body: part }, { signal }),
      ),
    [kind, read],
  );
  const drop = useCallback(() => {
    stopper.current?.abort();
    forgetFailure();
    setState(NOTHING);
  }, [forgetFailure]);
  return { ...state, take, takePart, drop, confirm, sending };
}

async function sendSource(
  kind: RegistryKind,
  source: Source,
  options: { readonly signal: AbortSignal; readonly onSent: (share: number) => void },
): Promise<FileReading> {
  const isPasted = source.kind === "text";
  const file = isPasted ? new Blob([source.text], { type: "text/plain" }) : source.file;
  try {
    return await requestEndpoint(
      kind.calls.readFile,
      { body: isPasted ? { isPasted } : {}, files: { file } },
      options,
    );
  } catch (thrown) {
    const error = asHttpError(thrown);
    // The browser says the same of a lost connection and of a file that it cannot read any more.
    if (error.code !== "network" || (await isReadable(file))) throw error;
    throw new ConsoleHttpError({
      message: "Файл изменился на диске. Выберите его снова",
      statusCode: 0,
      code: "file_changed",
    });
  }
}

function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
