import { CanAccess } from "@refinedev/core";
import { Button } from "antd";
import { formatRubles } from "#web/format/money.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";

/** Beside what says that the balance does not cover something. @param missing - rubles. */
export function TopUpButton({ missing }: { readonly missing: number }) {
  const { open } = useModal();
  return (
    <CanAccess {...right("invoices.create")}>
      <Button onClick={() => open("balance-top-up", { suggestedRubles: missing })}>
        Выставить счёт на <span className="num">{formatRubles(missing)}</span>
      </Button>
    </CanAccess>
  );
}
