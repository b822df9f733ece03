import { REASONS } from "#contract/definitions/reasons.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { registryName } from "../registry-labels.ts";
import { PAYROLL } from "./payroll-kind.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";

interface RejectModalProps {
  readonly info: PayrollInfo;
  readonly onClose: () => void;
  readonly onSettled: () => void;
}

export function RejectModal({ info, onClose, onSettled }: RejectModalProps) {
  return (
    <ModalFrame
      title={`Отклонить ${registryName(PAYROLL, info).toLowerCase()}`}
      onClose={onClose}
      widthPx={480}
    >
      <RecordForm
        endpoint={payrollRegistryEndpoints.rejectApproval}
        sentence="Реестр вернётся автору: его можно будет исправить и отправить снова"
        submitTitle="Отклонить"
        input={({ reasonID, comment }: Reasoned) => ({
          params: { id: info.id },
          body: {
            reasonID: reasonID as keyof typeof REASONS.registryReject.titles,
            comment: typedComment(comment),
          },
        })}
        done="Реестр возвращён автору"
        onSettled={onSettled}
      >
        <ReasonField reasons={REASONS.registryReject.definitions} />
        <CommentField />
      </RecordForm>
    </ModalFrame>
  );
}
