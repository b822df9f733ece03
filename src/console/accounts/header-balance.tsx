import { useCan } from "@refinedev/core";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { useIdle } from "#web/live/use-idle.ts";
import { BalanceFace } from "#web/layout/balance-face.tsx";

export function HeaderBalance() {
  const isIdle = useIdle();
  const isAllowed = useCan(right("money.view")).data?.can === true;
  const { data } = useRead(
    accountEndpoints.myInfo,
    {},
    { enabled: isAllowed && isIdle, silent: true },
  );
  return isAllowed ? (
    <BalanceFace balance={data?.balance ?? null} balanceReserved={data?.balanceReserved ?? null} />
  ) : null;
}
