import { lazy } from "react";
import { accountUserEndpoints } from "#contract/account-users/account-user-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

export const AccountUserSection = lazy(() => import("./account-user-section.tsx"));

export const MyInvitations = lazy(() => import("./my-invitations.tsx"));

export const accountUsersModule: NounModule = {
  resources: [
    {
      name: "account-users",
      label: "Пользователи компании",
      base: "open",
      endpoints: {
        getList: accountUserEndpoints.list,
        create: accountUserEndpoints.create,
        update: accountUserEndpoints.update,
        deleteOne: accountUserEndpoints.delete,
        isPlain: true,
      },
      access: {
        list: "account-users.view",
        create: "account-users.manage",
        edit: "account-users.manage",
        delete: "account-users.manage",
      },
    },
  ],
  modals: {
    "account-user-edit": {
      title: "Пользователь компании",
      load: () => import("./account-user-edit-modal.tsx"),
      maxWidthPx: 520,
    },
    "account-user-delete": {
      title: "Удалить пользователя",
      load: () => import("./account-user-delete-modal.tsx"),
      maxWidthPx: 480,
    },
  },
};
