import { useCan } from "@refinedev/core";
import { Button, Typography } from "antd";
import { useEffect, useMemo } from "react";
import { ROLE_IDS, ROLES } from "#contract/access/roles.ts";
import type { AccountUser } from "#contract/account-users/account-user.ts";
import { column, StateText, type ListColumn } from "#console/kit/columns.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { useIdle } from "#web/live/use-idle.ts";
import { DateText } from "#console/kit/date-text.tsx";

const BY_NAME = { field: "name", order: "asc" } as const;
const FILTERS = [
  filter.search("Имя, телефон или e-mail"),
  filter.manyOf(
    "roleIDs",
    "Роль",
    ROLE_IDS.map((id) => ({ id, title: ROLES[id].title })),
  ),
];

export default function AccountUserSection() {
  const canManage = useCan(right("account-users.manage")).data?.can;
  const { open, prefetch } = useModal();
  const isIdle = useIdle();
  useEffect(() => {
    if (isIdle && canManage) prefetch("account-user-edit");
  }, [isIdle, canManage, prefetch]);
  const columns = useMemo(
    () =>
      columnsOf((accountUser): RowAction[] => [
        ...(accountUser.permissions.update
          ? [
              {
                key: "edit",
                label: "Изменить",
                onClick: () => open("account-user-edit", { accountUser }),
              },
            ]
          : []),
        ...(accountUser.permissions.delete
          ? [
              {
                key: "delete",
                label: "Удалить",
                isDangerous: true,
                onClick: () => open("account-user-delete", { accountUser }),
              },
            ]
          : []),
      ]),
    [open],
  );
  return (
    <ListPage<AccountUser>
      resource="account-users"
      title="Пользователи компании"
      level={2}
      columns={columns}
      filters={FILTERS}
      order={BY_NAME}
      countWords={["человек", "человека", "человек"]}
      actions={() =>
        canManage ? (
          <Button type="primary" onClick={() => open("account-user-edit", { accountUser: null })}>
            Добавить пользователя
          </Button>
        ) : null
      }
      empty="Пользователей пока нет. Добавьте человека по телефону и дайте ему роль"
    />
  );
}

function columnsOf(
  actionsOf: (user: AccountUser) => readonly RowAction[],
): readonly ListColumn<AccountUser>[] {
  return [
    column.text(
      "name",
      "Имя",
      ({ name, isMe }) => (
        <>
          {name} {isMe ? <Typography.Text type="secondary">это вы</Typography.Text> : null}
        </>
      ),
      { sortField: "name", isFixed: true, part: "name" },
    ),
    column.phone("phone", "Телефон", ({ phone }) => phone),
    column.text("email", "E-mail", ({ email }) => email),
    column.text(
      "role",
      "Роль",
      ({ role, projectIDs }) => (projectIDs ? `${role.title}, только свои проекты` : role.title),
      { part: "state" },
    ),
    column.text(
      "lastSeenAt",
      "Был в системе",
      ({ state, lastSeenAt }) =>
        state.id === "INVITED" ? (
          <StateText title={state.title} tone="progress" />
        ) : (
          <DateText value={lastSeenAt} />
        ),
      { sortField: "lastSeenAt", part: "day" },
    ),
    column.actions(({ name }) => name, actionsOf),
  ];
}
