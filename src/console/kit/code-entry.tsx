import { Button, Form, Input, type InputRef } from "antd";
import { useRef } from "react";
import { consoleConfig } from "#web/wire/console-config.ts";
import { CommandButton } from "./command-button.tsx";
import type { CodedAction } from "./use-coded-action.ts";
import { useCodeEntry, useResendWait } from "#web/ui/use-code-entry.ts";
import { LONG_WORDS } from "./finger-size.tsx";
import { useIsPhone } from "./use-is-phone.ts";
import { WindowFoot } from "./window-foot.tsx";

interface CodeEntryProps {
  readonly action: CodedAction;
  readonly label?: string;
  readonly submitTitle: string;
  readonly isDangerous?: boolean;
  readonly onSubmit: (code: string) => Promise<void>;
  readonly onResend: () => Promise<void>;
  readonly backTitle: string;
  readonly onBack: () => void;
}

export function CodeEntry({
  action,
  label = "Код из СМС",
  submitTitle,
  isDangerous,
  onSubmit,
  onResend,
  backTitle,
  onBack,
}: CodeEntryProps) {
  const isPhone = useIsPhone();
  const input = useRef<InputRef>(null);
  const { code, sentCount, codeErrors } = action;
  const entry = useCodeEntry(input, { sentCount, errors: codeErrors, onSubmit });
  return (
    <Form layout="vertical" onFinish={() => entry.handleSubmit()}>
      <p>Код отправлен на {code?.phoneMasked}</p>
      <Form.Item
        label={label}
        htmlFor="one-time-code"
        validateStatus={entry.errors.length > 0 ? "error" : undefined}
        help={
          entry.errors.length > 0 ? <span role="alert">{entry.errors.join(". ")}</span> : undefined
        }
        extra={
          consoleConfig().sandbox ? (
            <a
              href="/sandbox"
              target="_blank"
              rel="noreferrer"
              style={{ display: "inline-block", minHeight: 24 }}
            >
              Коды демонстрационного режима
            </a>
          ) : undefined
        }
      >
        <Input
          id="one-time-code"
          ref={input}
          value={entry.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          aria-invalid={entry.errors.length > 0}
          onChange={({ target }) => entry.handleChange(target.value)}
        />
      </Form.Item>
      <Resend key={sentCount} afterSeconds={code?.retryAfterSeconds ?? 0} onResend={onResend} />
      <WindowFoot>
        <Button disabled={entry.isBusy} onClick={onBack}>
          {backTitle}
        </Button>
        <CommandButton
          type="primary"
          htmlType="submit"
          danger={isDangerous}
          loading={entry.isBusy}
          style={isPhone ? LONG_WORDS : undefined}
        >
          {submitTitle}
        </CommandButton>
      </WindowFoot>
    </Form>
  );
}

function Resend({
  afterSeconds,
  onResend,
}: {
  readonly afterSeconds: number;
  readonly onResend: () => Promise<void>;
}) {
  const left = useResendWait(afterSeconds);
  return (
    <Button
      type="link"
      style={{ padding: 0, marginBottom: 16 }}
      disabled={left > 0}
      onClick={() => void onResend()}
    >
      {left > 0 ? `Отправить код ещё раз через ${left} с` : "Отправить код ещё раз"}
    </Button>
  );
}
