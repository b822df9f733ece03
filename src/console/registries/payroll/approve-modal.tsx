import { Alert, Typography } from "antd";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#web/format/money.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { ChangedTerms } from "#console/kit/changed-terms.tsx";
import { useConsent } from "#console/kit/use-consent.ts";
import { costSentence, registryChanges, WORKMEN_DATIVE } from "../registry-labels.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { PAYROLL } from "./payroll-kind.ts";
import { useCurrentInfo, useMoneySight } from "../use-registry.ts";

interface ApproveFormProps {
  readonly info: PayrollInfo;
  readonly onSettled: () => void;
}

/** The code is for this version. */
export function approveWindow(approval: ApproveFormProps): ShownWindow {
  return { title: "Утвердить выплату", content: <ApproveForm {...approval} /> };
}

function ApproveForm({ info: opened, onSettled }: ApproveFormProps) {
  const sight = useMoneySight(PAYROLL);
  const current = useCurrentInfo(PAYROLL, opened);
  const {
    shown: info,
    changes,
    review,
  } = useConsent(current, (one) => String(one.version), registryChanges);
  const { id, version } = info;
  const isShort = info.balanceAfter !== null && info.balanceAfter < 0;
  return (
    <RecordForm
      endpoint={payrollRegistryEndpoints.approve}
      submitTitle="Утвердить"
      code={{
        send:
          changes === null
            ? () =>
                requestEndpoint(payrollRegistryEndpoints.sendApproveCode, {
                  params: { id },
                  body: { version },
                })
            : null,
      }}
      input={(_, otp) => ({ params: { id }, body: { version, otp } })}
      done={({ state }) =>
        state.id === "APPROVAL"
          ? "Ваше согласие записано. Ждём остальных согласующих"
          : "Реестр согласован, выплата запланирована"
      }
      onSettled={onSettled}
    >
      {changes === null ? null : (
        <ChangedTerms changes={changes} title="Показать новую сумму" onReview={review} />
      )}
      <p>
        <Typography.Text strong>
          Будет выплачено {formatRubles(info.toPay)} {countOf(info.workmenCount, WORKMEN_DATIVE)}
        </Typography.Text>
      </p>
      <p>{costSentence(info, sight)}</p>
      {info.approval ? <p>Выплату запросил(а) {info.approval.requestedBy.name}</p> : null}
      <div aria-live="polite">
        {isShort && info.balanceAfter !== null ? (
          <Alert
            type="warning"
            role="note"
            message={`На балансе не хватает ${formatRubles(-info.balanceAfter)}. Пополните его, чтобы утвердить выплату`}
            style={{ marginBottom: 16 }}
          />
        ) : null}
      </div>
    </RecordForm>
  );
}
