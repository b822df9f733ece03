import { REASONS } from "#contract/definitions/reasons.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { ReasonDialog } from "#console/ui/light/reason-dialog.tsx";
import { registryName } from "./registry-words.ts";

interface RejectDialogProps {
  readonly info: PayrollInfo;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Gives a payment back to whoever asked for it, with a reason. */
export function RejectDialog({ info, onClose, onDone }: RejectDialogProps) {
  const { run, isRunning } = useAction(payrollRegistryEndpoints.rejectApproval, { done: "Реестр возвращён автору" });
  return (
    <ReasonDialog
      title={`Отклонить ${registryName(info).toLowerCase()}`}
      submitTitle="Отклонить"
      reasons={REASONS.registryReject.definitions}
      isBusy={isRunning}
      onClose={onClose}
      onSubmit={async (reasonID, comment) => {
        await run({ params: { id: info.id }, body: { reasonID, comment } });
        onDone();
      }}
    >
      Реестр вернётся автору: его можно будет исправить и отправить снова
    </ReasonDialog>
  );
}
