import { Alert, Form, Radio, Space } from "antd";
import { useCallback, useEffect, useState } from "react";
import { EXECUTION_MODE, type ExecutionMode } from "#contract/registries/registry-states.ts";
import type { RegistryDryRun, RegistryInfo } from "#contract/registries/registry.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { asHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { ChangedTerms } from "#console/kit/changed-terms.tsx";
import type { AppliedKind } from "./applied-kind.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useCurrentInfo } from "../use-registry.ts";

interface ApplyFormProps {
  readonly kind: AppliedKind;
  readonly info: RegistryInfo;
  readonly onSettled: () => void;
}

/** The server recounts the plan before the code. */
export function applyWindow(start: ApplyFormProps): ShownWindow {
  return { title: start.kind.info.executes, content: <ApplyForm {...start} /> };
}

function ApplyForm({ kind, info: opened, onSettled }: ApplyFormProps) {
  const info = useCurrentInfo(kind, opened);
  const [mode, setMode] = useState<ExecutionMode>("VALID_ONLY");
  const { plan, message, count } = usePlan(kind, info.id, mode);
  const params = { id: info.id };
  // The registry was changed after the count.
  const isOld = plan !== null && plan.version < info.version;
  const body = plan?.canExecute && !isOld ? { version: plan.version, mode } : null;
  return (
    <RecordForm
      endpoint={kind.apply.execute}
      submitTitle={kind.info.executes}
      code={{
        send: body && (() => requestEndpoint(kind.apply.sendExecuteCode, { params, body })),
      }}
      input={(_, otp) => ({
        params,
        body: { version: plan?.version ?? info.version, mode, otp },
      })}
      done={kind.started}
      onSettled={onSettled}
    >
      {info.errorsCount > 0 ? (
        <Form layout="vertical" component="div">
          <Form.Item
            label="Какие строки"
            extra={`«Всё или ничего»: сначала исправьте ошибки, ${countOf(info.errorsCount, ROWS)}`}
          >
            <Radio.Group
              aria-label="Какие строки"
              value={mode}
              onChange={({ target }) => setMode(target.value as ExecutionMode)}
            >
              <Space direction="vertical" size={2}>
                {EXECUTION_MODE.definitions.map(({ id, title }) => (
                  <Radio key={id} value={id} disabled={id === "ALL"}>
                    {title}
                  </Radio>
                ))}
              </Space>
            </Radio.Group>
          </Form.Item>
        </Form>
      ) : null}
      {isOld ? (
        <ChangedTerms
          changes="Реестр изменился, пока окно было открыто"
          title="Пересчитать"
          onReview={count}
        />
      ) : null}
      <div aria-live="polite">
        {message ? <Alert role="note" type="error" message={message} /> : null}
        {plan === null && message === null ? <p>Считаем, что будет сделано…</p> : null}
        {plan ? <PlanText plan={plan} /> : null}
      </div>
    </RecordForm>
  );
}

function PlanText({ plan }: { readonly plan: RegistryDryRun }) {
  const hindrances = [
    ...plan.obstacles,
    ...plan.problems.map(({ message, count }) => `${message}: ${countOf(count, ROWS)}`),
  ];
  return (
    <>
      <ul>
        {[...plan.effects, ...plan.notes].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {hindrances.length > 0 ? (
        <Alert
          role="note"
          showIcon
          type={plan.canExecute ? "warning" : "error"}
          message={hindrances.join(". ")}
        />
      ) : null}
    </>
  );
}

function usePlan(kind: AppliedKind, id: number, mode: ExecutionMode) {
  const [answer, setAnswer] = useState<{
    readonly mode: ExecutionMode;
    readonly plan: RegistryDryRun | null;
    readonly message: string | null;
  } | null>(null);
  const count = useCallback(() => {
    requestEndpoint(kind.apply.dryRun, { params: { id }, body: { mode } }).then(
      (plan) => setAnswer({ mode, plan, message: null }),
      (thrown: unknown) => setAnswer({ mode, plan: null, message: asHttpError(thrown).message }),
    );
  }, [kind, id, mode]);
  useEffect(count, [count]);
  const current = answer?.mode === mode ? answer : null;
  return { plan: current?.plan ?? null, message: current?.message ?? null, count };
}
