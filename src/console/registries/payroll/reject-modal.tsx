import { REASONS } from "#contract/definitions/reasons.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { registryName } from "../registry-labels.ts";
import { PAYROLL } from "./payroll-kind.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

export function rejectWindow(info: PayrollInfo, onSettled: () => void): ShownWindow {
  return {
    title: `Отклонить ${registryName(PAYROLL, info).toLowerCase()}`,
    content: (
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
    ),
  };
}
