import { lazy } from "react";
import { mayExport } from "#contract/exports/export-access.ts";
import { exportEndpoints } from "#contract/exports/export-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { hasStarted } from "#contract/registries/registry-states.ts";
import { useCommand } from "#console/calls/use-command.ts";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { productToday } from "#web/live/product-clock.ts";
import { useSession } from "#web/session/session.ts";
import { registryName } from "../registry-labels.ts";
import { PAYROLL } from "./payroll-kind.ts";

const OrderedExport = lazy(async () => ({
  default: (await import("#console/kit/ordered-export.tsx")).OrderedExport,
}));

interface PaperCommand extends RowAction {
  readonly isRunning: boolean;
}

/** «Все акты», «Все чеки»: one file each, ordered by one press, after the start alone. */
export function useRegistryPapers(info: PayrollInfo): readonly PaperCommand[] {
  const { me } = useSession();
  const { show } = useModal();
  const { run: orderActs, isRunning: isOrderingActs } = useCommand(exportEndpoints.documentCreate);
  const { run: orderReceipts, isRunning: isOrderingReceipts } = useCommand(
    exportEndpoints.receiptCreate,
  );
  if (!hasStarted(info.state.id) || !me?.role) return [];
  const rights = { role: me.role.id };
  const today = productToday();
  const filters = { periodStart: today, periodEnd: today, registries: [info.id] };
  const wait = (title: string, ordered: { readonly id: number } | null) =>
    ordered &&
    show({
      title: `${title}: ${registryName(PAYROLL, info).toLowerCase()}`,
      widthPx: 520,
      content: (
        <>
          {info.state.id === "EXECUTING" ? (
            <p>Выплаты ещё идут: в файле будет то, что уже есть</p>
          ) : null}
          <OrderedExport id={ordered.id} />
        </>
      ),
    });
  const acts = {
    key: "acts",
    label: "Все акты",
    isRunning: isOrderingActs,
    onClick: () =>
      void orderActs({
        body: { filters: { ...filters, types: ["ACT", "ACT_CORRECTION"] } },
      }).then((ordered) => wait("Все акты", ordered)),
  };
  const receipts = {
    key: "receipts",
    label: "Все чеки",
    isRunning: isOrderingReceipts,
    onClick: () =>
      void orderReceipts({ body: filters }).then((ordered) => wait("Все чеки", ordered)),
  };
  return [
    ...(mayExport(rights, "DOCUMENTS_ARCHIVE") ? [acts] : []),
    ...(mayExport(rights, "RECEIPTS") ? [receipts] : []),
  ];
}
