import { ROLES } from "#contract/access/roles.ts";
import type { MyInfo } from "#contract/auth/session.ts";
import { usePersonCommands } from "#web/layout/person-commands.ts";

/** Companies that the person may act for, for a menu. */
export function useCompanyItems(me: MyInfo) {
  const { goOver, isBusy } = usePersonCommands();
  return me.accounts.map(({ id, companyDetailsName, role }) => ({
    key: `account-${id}`,
    label: companyDetailsName,
    extra: ROLES[role.id].title,
    disabled: isBusy,
    onClick: () => id !== me.currentAccountID && void goOver(id),
  }));
}
