import { useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { openModal, provideModals } from "#web/modals/modal-store.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { asHttpError } from "#web/wire/http-error.ts";
import { reloadMe, switchAccount } from "#web/session/session.ts";
import { toast } from "#web/ui/toasts.ts";

provideModals({
  "city-select": {
    title: "Ваш город",
    load: () => import("./city/city-select-modal.tsx"),
    maxWidthPx: 520,
  },
});

export function usePersonCommands() {
  const [isBusy, setIsBusy] = useState(false);
  const goOver = async (accountId: number) => {
    setIsBusy(true);
    try {
      await switchAccount(accountId, "/profile");
    } catch (error) {
      toast({ type: "error", message: asHttpError(error).message });
      setIsBusy(false);
    }
  };
  const chooseCity = () => openModal("city-select", { onSelect: (city) => void keepCity(city) });
  return { goOver, chooseCity, isBusy };
}

/** Stored on the server. */
async function keepCity({ id, title }: { id: number; title: string }): Promise<void> {
  try {
    await callEndpoint(authEndpoints.updateMe, { body: { cityID: id } });
    await reloadMe();
    toast({ type: "success", message: `Ваш город: ${title}` });
  } catch (error) {
    toast({ type: "error", message: asHttpError(error).message });
  }
}
