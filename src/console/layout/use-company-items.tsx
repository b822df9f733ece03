import { ROLES } from "#contract/access/roles.ts";
import type { MyInfo } from "#contract/auth/session.ts";
import { CompanyLabel } from "#web/layout/company-label.tsx";
import { usePersonCommands } from "#web/layout/person-commands.ts";

/** A longer name takes a second line. */
export const COMPANY_MENU = { maxWidth: 320 } as const;

/** Companies that the person may act for, for a menu. */
export function useCompanyItems(me: MyInfo) {
  const { goOver, isBusy } = usePersonCommands();
  return me.accounts.map(({ id, companyDetailsName, role }) => ({
    key: `account-${id}`,
    label: <CompanyLabel name={companyDetailsName} />,
    extra: ROLES[role.id].title,
    disabled: isBusy,
    onClick: () => id !== me.currentAccountID && void goOver(id),
  }));
}
