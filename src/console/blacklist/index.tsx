import { lazy } from "react";
import { blacklistEndpoints } from "#contract/blacklist/blacklist-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";

const LIST = "/profile/blacklist-registry";

/** These workers are not invited, hired or paid by registry. */
export const blacklistModule: NounModule = {
  resources: [
    {
      name: "blacklist",
      label: "Чёрный список",
      base: "open",
      endpoints: { getList: blacklistEndpoints.list },
      paths: { list: LIST },
      access: { list: "blacklist.view", create: "blacklist.manage" },
    },
  ],
};

const BlacklistAddForm = lazy(() => import("./blacklist-add-form.tsx"));

/** Without a worker his phone or ИНН is entered. */
export function blacklistAddWindow(workman?: {
  readonly id: number;
  readonly name: string;
}): ShownWindow {
  return {
    title: "Добавить в чёрный список",
    widthPx: 520,
    content: <BlacklistAddForm workman={workman} />,
  };
}
