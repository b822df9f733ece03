import { useCallback, useState } from "react";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { splitMessage } from "#web/format/message.ts";
import { asHttpError, errorText } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useDraft } from "#web/session/use-draft.ts";

export interface Unsent {
  /** Idempotency key. */
  readonly key: string;
  readonly text: string;
  readonly file: File | null;
  /** `null` while sending. */
  readonly failure: string | null;
}

interface Draft {
  readonly text: string;
  readonly unsent: readonly { readonly key: string; readonly text: string }[];
}

export interface Outbox {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly unsent: readonly Unsent[];
  readonly send: (text: string, file: File | null) => void;
  readonly retry: (message: Unsent) => void;
  readonly discard: (message: Unsent) => void;
}

const INTERRUPTED = "Не отправлено";

/** A file must be chosen again after a reload. */
export function useOutbox(offerId: number, onSent: () => void): Outbox {
  const draft = useDraft<Draft>(`job-offer-chat:${offerId}`);
  const [text, setTyped] = useState(() => draft.read()?.text ?? "");
  const [unsent, setUnsent] = useState<readonly Unsent[]>(() =>
    (draft.read()?.unsent ?? []).map((one) => ({ ...one, file: null, failure: INTERRUPTED })),
  );

  const change = useCallback(
    (update: (before: readonly Unsent[]) => readonly Unsent[]) =>
      setUnsent((before) => {
        const after = update(before);
        draft.keep({
          text: draft.read()?.text ?? "",
          unsent: after
            .filter((one) => one.file === null)
            .map((one) => ({ key: one.key, text: one.text })),
        });
        return after;
      }),
    [draft],
  );
  const setText = useCallback(
    (next: string) => {
      setTyped(next);
      draft.keep({ text: next, unsent: draft.read()?.unsent ?? [] });
    },
    [draft],
  );
  const deliver = useCallback(
    async (message: Unsent) => {
      try {
        await requestEndpoint(jobOfferEndpoints.messageCreate, {
          body: { jobOfferID: offerId, message: message.text },
          ...(message.file ? { files: { file: message.file } } : {}),
          idempotencyKey: message.key,
        });
        change((before) => before.filter((one) => one.key !== message.key));
        onSent();
      } catch (thrown) {
        const failure = splitMessage(errorText(asHttpError(thrown))).title;
        change((before) =>
          before.map((one) => (one.key === message.key ? { ...one, failure } : one)),
        );
      }
    },
    [offerId, onSent, change],
  );
  const send = (words: string, file: File | null) => {
    const message: Unsent = { key: crypto.randomUUID(), text: words.trim(), file, failure: null };
    change((before) => [...before, message]);
    setText("");
    void deliver(message);
  };
  const retry = (message: Unsent) => {
    change((before) =>
      before.map((one) => (one.key === message.key ? { ...one, failure: null } : one)),
    );
    void deliver(message);
  };
  return {
    text,
    setText,
    unsent,
    send,
    retry,
    discard: ({ key }) => change((before) => before.filter((one) => one.key !== key)),
  };
}
