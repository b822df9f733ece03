import { Alert, Skeleton } from "antd";
import { useState } from "react";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { RETRYABLE_PAYROLL_ITEM_STATES } from "#contract/registries/registry-item-states.ts";
import { countOf, type PluralForms } from "#contract/values/plural.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { CallForm } from "#console/kit/call-form.tsx";
import { RefusedPart } from "#console/kit/refused-part.tsx";
import { addRubles, formatRubles } from "#web/format/money.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useWindow } from "#web/modals/window-controls.ts";
import { asHttpError, isUncertain } from "#web/wire/http-error.ts";
import { groupedDigits } from "../registry-labels.ts";
import { PAYROLL } from "./payroll-kind.ts";

const PAYOUTS: PluralForms = ["выплата", "выплаты", "выплат"];

interface RetryAllProps {
  readonly info: PayrollInfo;
  readonly onSettled: () => void;
}

export function retryableCount({ statesCount }: Pick<PayrollInfo, "statesCount">): number {
  return RETRYABLE_PAYROLL_ITEM_STATES.reduce((sum, state) => sum + (statesCount[state] ?? 0), 0);
}

export function retryAllWindow(registry: RetryAllProps): ShownWindow {
  return { title: "Повторить не прошедшие выплаты", content: <RetryAll {...registry} /> };
}

function RetryAll({ info, onSettled }: RetryAllProps) {
  const { data, error, isFetching } = useRead(
    payrollRegistryEndpoints.items,
    {
      params: { id: info.id },
      query: { states: [...RETRYABLE_PAYROLL_ITEM_STATES], perPage: MAX_PER_PAGE },
    },
    { silent: true, staleTimeMs: 0 },
  );
  // What is sent leaves the list while the rest is being sent, so it is read once.
  const [listed, setListed] = useState<Listed>();
  if (data && !isFetching && !listed) setListed(data);
  if (listed) return <RetryForm listed={listed} onSettled={onSettled} />;
  return error ? <Alert type="error" role="alert" message={error.message} /> : <Skeleton active />;
}

type Listed = AnswerOf<typeof payrollRegistryEndpoints.items>;

interface RetryFormProps extends Pick<RetryAllProps, "onSettled"> {
  readonly listed: Listed;
}

function RetryForm({ listed, onSettled }: RetryFormProps) {
  const { close } = useWindow();
  const items = listed.items.filter(({ permissions }) => permissions.retry);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (outcome)
    return (
      <RefusedPart
        message={`Отправлено ${outcome.sentCount}, не отправлено ${outcome.refused.length}`}
        refused={outcome.refused}
        onClose={close}
      />
    );
  if (items.length === 0) return <p>Повторять больше нечего</p>;
  const sum = addRubles(items.map(({ amount }) => amount ?? 0));
  return (
    <CallForm
      resource={PAYROLL.info.resource}
      sentence={`Будет ещё раз отправлено ${formatRubles(sum)}: ${countOf(items.length, PAYOUTS)}`}
      submitTitle={`Повторить выплаты (${groupedDigits(items.length)})`}
      send={() => retryEach(items)}
      done={({ sentCount }) =>
        sentCount > 0 ? `Отправлено ещё раз: ${countOf(sentCount, PAYOUTS)}` : ""
      }
      onDone={(done) => done.refused.length > 0 && setOutcome(done)}
      staysOpen={({ refused }) => refused.length > 0}
      onSettled={onSettled}
    >
      {listed.meta.total > listed.items.length ? (
        <Alert
          role="note"
          style={{ marginBottom: 16 }}
          message={`За один раз повторяется до ${MAX_PER_PAGE}: остальные повторите следующим нажатием`}
        />
      ) : null}
    </CallForm>
  );
}

interface Outcome {
  readonly sentCount: number;
  readonly refused: readonly string[];
}

/**
 * One after another: each is a payment of its own, with its own key.
 *
 * @throws when there is no answer; the rest is pressed again.
 */
async function retryEach(items: readonly PayrollItem[]): Promise<Outcome> {
  const refused: string[] = [];
  for (const { id, line } of items) {
    try {
      await requestEndpoint(payrollRegistryEndpoints.retryItem, { params: { id } });
    } catch (thrown) {
      const { statusCode, message } = asHttpError(thrown);
      if (isUncertain(statusCode) || statusCode === 401) throw thrown;
      refused.push(`Строка ${line}: ${message}`);
    }
  }
  return { sentCount: items.length - refused.length, refused };
}
