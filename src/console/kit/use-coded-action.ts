import { useCallback, useRef, useState } from "react";
import type { Static } from "typebox";
import type { CodeSent } from "#contract/kernel/fields.ts";
import { splitMessage } from "#web/format/message.ts";
import { asHttpError, errorText } from "#web/wire/http-error.ts";
import { detailOf } from "#console/calls/problem-details.ts";
import { productNow } from "#web/live/product-clock.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";

/** Longer waits are text without a countdown. */
const LONGEST_WAIT_SECONDS = 120;

export interface CodedAction {
  readonly code: Static<typeof CodeSent> | null;
  readonly sentCount: number;
  readonly codeErrors: readonly string[];
  readonly message: string | null;
  readonly isBusy: boolean;
  /** Seconds until a new code may be requested. */
  readonly waitSeconds: number;
  readonly send: (call: () => Promise<Static<typeof CodeSent>>) => Promise<void>;
  readonly confirm: (call: () => Promise<void>) => Promise<void>;
}

/** @param codeFields - of the call that the code confirms. */
export function useCodedAction(codeFields: readonly string[]): CodedAction {
  const [code, setCode] = useState<Static<typeof CodeSent> | null>(null);
  const [sentCount, setSentCount] = useState(0);
  const [codeErrors, setCodeErrors] = useState<readonly string[]>([]);
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [waitUntil, setWaitUntil] = useState(0);
  const waitSeconds = useSecondsUntil(waitUntil);
  const running = useRef(false);

  const only = useCallback(
    async (work: () => Promise<void>) => {
      if (running.current) return;
      running.current = true;
      setIsBusy(true);
      setMessage(null);
      setCodeErrors([]);
      try {
        await work();
      } catch (thrown) {
        const error = asHttpError(thrown);
        const ofCode = codeFields.flatMap((field) => error.errors?.[field] ?? []);
        const wait = Number(detailOf(error, "retryAfterSeconds"));
        if (ofCode.length > 0) setCodeErrors(ofCode);
        else if (error.statusCode === 429 && wait > 0 && wait < LONGEST_WAIT_SECONDS)
          setWaitUntil(productNow().getTime() + wait * 1000);
        else setMessage(splitMessage(errorText(error)).title);
      } finally {
        running.current = false;
        setIsBusy(false);
      }
    },
    [codeFields],
  );

  const send = useCallback(
    (call: () => Promise<Static<typeof CodeSent>>) =>
      only(async () => {
        setCode(await call());
        setSentCount((count) => count + 1);
      }),
    [only],
  );
  return { code, sentCount, codeErrors, message, isBusy, waitSeconds, send, confirm: only };
}
