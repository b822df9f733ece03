import { Alert, Checkbox, Form, Radio, Space, Typography } from "antd";
import { useEffect, useState } from "react";
import { fileTotalSentence, type FileTotal } from "#contract/registries/file-total.ts";
import { repeatsSentence, type PayrollRepeats } from "#contract/registries/paid-before.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { EXECUTION_MODE, type ExecutionMode } from "#contract/registries/registry-states.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { ChangedTerms } from "#console/kit/changed-terms.tsx";
import { confirmSentence, costSentence } from "../registry-labels.ts";
import { ComparedWithLast } from "./compared-with-last.tsx";
import { DryRunRefusals, exceededTotal, shownRepeats, TaxCheckProgress } from "./dry-run-modal.tsx";
import { useDryRun } from "./use-dry-run.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useWindow } from "#web/modals/window-controls.ts";
import { PAYROLL } from "./payroll-kind.ts";
import { useCurrentInfo, useMoneySight } from "../use-registry.ts";

interface ExecuteFormProps {
  readonly info: PayrollInfo;
  readonly onSettled: () => void;
}

/** The screen behind changes only after success. */
export function executeWindow(start: ExecuteFormProps): ShownWindow {
  return { title: "Запустить выплату", content: <ExecuteForm {...start} /> };
}

function ExecuteForm({ info: opened, onSettled }: ExecuteFormProps) {
  const info = useCurrentInfo(PAYROLL, opened);
  const sight = useMoneySight(PAYROLL);
  const { close } = useWindow();
  const [mode, setMode] = useState<ExecutionMode>("VALID_ONLY");
  const [sentMode, setSentMode] = useState<ExecutionMode | null>(null);
  const [confirmedRepeats, setConfirmedRepeats] = useState<PayrollRepeats | null>(null);
  const [confirmedTotal, setConfirmedTotal] = useState<FileTotal | null>(null);
  const { result, message, isRunning, isWaiting, run } = useDryRun(info.id);
  useEffect(() => void run(mode), [run, mode]);
  const isCurrent = result !== null && !isRunning && !isWaiting;
  const params = { id: info.id };
  // The code confirms the counted version and mode; another's edit outdates the count.
  const isOld = isCurrent && result.version < info.version;
  const counted =
    isCurrent && !isOld && result.canExecute ? { version: result.version, mode } : null;
  const repeats = isCurrent && result.canExecute ? shownRepeats(result) : null;
  const exceeded = isCurrent && result.canExecute ? exceededTotal(result) : null;
  // Counted anew, they are confirmed anew.
  const isConfirmed =
    (repeats === null || repeats === confirmedRepeats) &&
    (exceeded === null || exceeded === confirmedTotal);
  const send =
    counted === null || !isConfirmed
      ? null
      : async () => {
          const sent = await requestEndpoint(payrollRegistryEndpoints.sendExecuteCode, {
            params,
            body: counted,
          });
          setSentMode(mode);
          return sent;
        };
  return (
    <RecordForm
      endpoint={payrollRegistryEndpoints.execute}
      submitTitle="Запустить выплату"
      code={{ send }}
      input={(_, otp) => ({
        params,
        body: {
          version: result?.version ?? info.version,
          mode,
          otp,
          ...(confirmedRepeats ? { confirmedRepeats } : {}),
          ...(confirmedTotal ? { confirmedExcess: confirmedTotal.excess } : {}),
        },
      })}
      done={({ state }) =>
        state.id === "APPROVAL" ? "Реестр отправлен на согласование" : "Выплата подтверждена"
      }
      onSettled={onSettled}
    >
      <Modes
        mode={mode}
        errorsCount={info.errorsCount}
        isFixed={sentMode !== null}
        onChange={setMode}
      />
      {isOld ? (
        <ChangedTerms
          changes="Реестр изменился, пока окно было открыто. Сумма и строки могли стать другими"
          title="Пересчитать"
          onReview={() => void run(mode)}
        />
      ) : null}
      <div aria-live="polite">
        {isRunning && result === null ? <p>Считаем сумму…</p> : null}
        {result && isWaiting ? <TaxCheckProgress check={result.taxCheck} /> : null}
        {message ? <Alert role="note" type="error" message={message} /> : null}
        {isCurrent && result.canExecute ? (
          <>
            <p>
              <Typography.Text strong>{confirmSentence(result)}</Typography.Text>
            </p>
            <p>{costSentence(result, sight)}</p>
          </>
        ) : null}
        {isCurrent && !result.canExecute ? (
          <Alert role="note" type="error" message="Сейчас реестр оплатить нельзя" />
        ) : null}
        {isCurrent ? <DryRunRefusals result={result} /> : null}
        {exceeded ? (
          <Confirmation
            message={fileTotalSentence(exceeded, result?.errorsCount ?? 0)}
            title="Всё верно, выплатить больше"
            isGiven={exceeded === confirmedTotal}
            isFixed={sentMode !== null}
            onChange={(isGiven) => setConfirmedTotal(isGiven ? exceeded : null)}
          />
        ) : null}
        {repeats ? (
          <Confirmation
            message={repeatsSentence(repeats)}
            title="Всё верно, выплатить и эти строки"
            isGiven={repeats === confirmedRepeats}
            isFixed={sentMode !== null}
            onChange={(isGiven) => setConfirmedRepeats(isGiven ? repeats : null)}
          />
        ) : null}
      </div>
      <ComparedWithLast info={info} onLeave={close} />
    </RecordForm>
  );
}

/** A warning that only the person's own tick lets pass. */
function Confirmation({
  message,
  title,
  isGiven,
  isFixed,
  onChange,
}: {
  readonly message: string;
  readonly title: string;
  readonly isGiven: boolean;
  readonly isFixed: boolean;
  readonly onChange: (isGiven: boolean) => void;
}) {
  return (
    <Alert
      style={{ marginBottom: 16 }}
      role="note"
      type="warning"
      message={message}
      description={
        <Checkbox
          checked={isGiven}
          disabled={isFixed}
          onChange={({ target }) => onChange(target.checked)}
        >
          {title}
        </Checkbox>
      }
    />
  );
}

function Modes({
  mode,
  errorsCount,
  isFixed,
  onChange,
}: {
  mode: ExecutionMode;
  errorsCount: number;
  isFixed: boolean;
  onChange: (mode: ExecutionMode) => void;
}) {
  return (
    <Form layout="vertical" component="div">
      <Form.Item
        label="Что выплатить"
        extra={
          errorsCount > 0
            ? `«Всё или ничего»: сначала исправьте ошибки, ${countOf(errorsCount, ROWS)}`
            : undefined
        }
      >
        <Radio.Group
          aria-label="Что выплатить"
          value={mode}
          disabled={isFixed}
          onChange={({ target }) => onChange(target.value as ExecutionMode)}
        >
          <Space direction="vertical" size={2}>
            {EXECUTION_MODE.definitions.map(({ id, title }) => (
              <Radio key={id} value={id} disabled={isFixed || (id === "ALL" && errorsCount > 0)}>
                {title}
              </Radio>
            ))}
          </Space>
        </Radio.Group>
      </Form.Item>
    </Form>
  );
}
