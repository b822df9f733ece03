import { lazy } from "react";
import { blacklistEndpoints } from "#contract/blacklist/blacklist-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

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

export const BlacklistAddModal = lazy(async () => ({
  default: (await import("./blacklist-add-modal.tsx")).BlacklistAddModal,
}));
