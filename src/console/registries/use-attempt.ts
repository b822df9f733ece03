import { useCallback, useState } from "react";
import { asHttpError, errorText } from "#web/wire/http-error.ts";

/** Work that may fail: its message, and the registry read again when it is another by now. */
export function useAttempt(onChanged: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const run = useCallback(
    async (work: () => Promise<void>) => {
      setIsBusy(true);
      setMessage(undefined);
      try {
        await work();
      } catch (thrown) {
        const error = asHttpError(thrown);
        setMessage(errorText(error));
        if (error.code === "changed") onChanged();
      } finally {
        setIsBusy(false);
      }
    },
    [onChanged],
  );
  return { isBusy, message, run };
}
