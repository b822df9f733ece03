import { Flex } from "antd";
import type { ReactNode } from "react";
import { moscowTime } from "#contract/values/calendar-date.ts";
import { formatDay } from "#web/format/dates.ts";
import { productNow } from "#web/live/product-clock.ts";
import { useSession } from "#web/session/session.ts";
import { useIsPrinting } from "#web/theme/printing.ts";

/** On paper only: whose figures these are, who printed them and when. */
export function PrintHead() {
  const { me } = useSession();
  if (!useIsPrinting() || !me) return null;
  const company = me.accounts.find(({ id }) => id === me.currentAccountID);
  const at = productNow();
  return (
    <Flex component="header" justify="space-between" gap="large" style={{ marginBottom: 12 }}>
      <strong>{company?.companyDetailsName ?? me.name}</strong>
      <span>
        Напечатано {formatDay(at)} в {moscowTime(at)} (МСК), {me.name}
      </span>
    </Flex>
  );
}

/** On paper only: what a field says on the screen. */
export function PrintNote({ children }: { readonly children: ReactNode }) {
  return useIsPrinting() ? <p>{children}</p> : null;
}
