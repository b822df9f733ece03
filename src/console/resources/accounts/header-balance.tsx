import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { useAccess } from "#console/providers/access.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { useIdle } from "#console/providers/use-idle.ts";
import { BalanceFace } from "./balance-face.tsx";

/** The balance in the console's header, for the roles that may see it. */
export function HeaderBalance() {
  const isIdle = useIdle();
  const isAllowed = useAccess()("money.view").can;
  const { data } = useRead(
    accountEndpoints.myInfo,
    {},
    { enabled: isAllowed && isIdle, resource: "accounts", silent: true },
  );
  return isAllowed ? (
    <BalanceFace balance={data?.balance ?? null} balanceReserved={data?.balanceReserved ?? null} />
  ) : null;
}
