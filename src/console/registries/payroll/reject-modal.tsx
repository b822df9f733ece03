import { REASONS } from "#contract/definitions/reasons.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";
import { registryName } from "../registry-labels.ts";
import { PAYROLL } from "./payroll-kind.ts";

interface RejectModalProps {
  readonly info: PayrollInfo;
  readonly onClose: () => void;
  readonly onSettled: () => void;
}

export function RejectModal({ info, ...modal }: RejectModalProps) {
  return (
    <ActionModal
      {...modal}
      endpoint={payrollRegistryEndpoints.rejectApproval}
      title={`Отклонить ${registryName(PAYROLL, info).toLowerCase()}`}
      sentence="Реестр вернётся автору: его можно будет исправить и отправить снова"
      submitTitle="Отклонить"
      reasons={REASONS.registryReject.definitions}
      comment={{}}
      input={({ reasonID, comment }) => ({
        params: { id: info.id },
        body: { reasonID: reasonID as keyof typeof REASONS.registryReject.titles, comment },
      })}
      done="Реестр возвращён автору"
    />
  );
}
