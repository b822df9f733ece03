import { useState } from "react";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { asHttpError } from "#web/wire/http-error.ts";
import { keepCardsBeforeBinding } from "#web/calls/card-binding.ts";

const QUESTIONNAIRE = "/profile/questionnaire";

interface CardBinding {
  readonly start: () => Promise<void>;
  readonly isStarting: boolean;
  readonly failure: string | null;
}

/** The bank's card page returns here with `card-bind-result`. */
export function useCardBinding(): CardBinding {
  const [failure, setFailure] = useState<string | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const start = async () => {
    if (isStarting) return;
    setIsStarting(true);
    setFailure(null);
    try {
      const [{ items }, { bindUrl }] = await Promise.all([
        callEndpoint(walletEndpoints.cards),
        callEndpoint(walletEndpoints.cardBindLink, {
          query: location.pathname.startsWith(QUESTIONNAIRE) ? { from: "questionnaire" } : {},
        }),
      ]);
      if (bindUrl) {
        keepCardsBeforeBinding(items);
        location.assign(bindUrl);
        return;
      }
      setFailure("Банк не дал ссылку для привязки. Повторите через несколько минут");
    } catch (thrown) {
      setFailure(asHttpError(thrown).message);
    }
    setIsStarting(false);
  };
  return { start, isStarting, failure };
}
