import { Alert, Button, Flex, Form, Radio, Space } from "antd";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { CodeSent } from "#contract/kernel/fields.ts";
import type { AnswerOf, Endpoint } from "#contract/kernel/define-endpoints.ts";
import { splitMessage } from "#web/format/message.ts";
import { asHttpError, isAboutRecord } from "#web/wire/http-error.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useAction } from "#console/calls/use-endpoint.ts";
import { useReadAgain } from "#console/calls/use-read-again.ts";
import { toast } from "#web/ui/toasts.ts";
import { CommandButton } from "./command-button.tsx";
import { useCodedAction } from "./use-coded-action.ts";
import { CodeEntry } from "./code-entry.tsx";
import { CountedArea } from "./counted-area.tsx";
import { LONG_WORDS } from "./finger-size.tsx";
import { useIsPhone } from "./use-is-phone.ts";
import { useUnsaved } from "./use-unsaved.ts";

interface Answers {
  readonly reasonID?: string;
  readonly comment?: string;
  readonly otp?: string;
}

export interface ActionFormProps<E extends Endpoint> {
  readonly endpoint: E;
  readonly sentence?: ReactNode;
  readonly children?: ReactNode;
  /** A field among `children` was changed. */
  readonly hasTyped?: boolean;
  readonly submitTitle: string;
  readonly backTitle?: string;
  /** None is preselected. */
  readonly reasons?: readonly { readonly id: string; readonly title: string }[];
  readonly reasonLabel?: string;
  readonly comment?: {
    readonly label?: string;
    readonly hint?: string;
    readonly isRequired?: boolean;
  };
  /** One-time code; `null` if there is nothing to confirm. */
  readonly code?: {
    readonly send: (() => Promise<CodeSent>) | null;
    /** «Код из СМС» by default. */ readonly label?: string;
  };
  readonly input: (answers: Answers) => CallInput<E>;
  readonly done?: string | ((answer: AnswerOf<E>) => string);
  /** Resources to refetch. */
  readonly changes?: readonly string[];
  /** After success, or a refusal caused by a concurrent change. */
  readonly onSettled?: () => void;
  readonly onDone?: (answer: AnswerOf<E>) => void;
  readonly staysOpen?: (answer: AnswerOf<E>) => boolean;
  readonly isDangerous?: boolean;
  readonly onClose: () => void;
  /** `setLocked` of the modal. */
  readonly onBusy: (isBusy: boolean) => void;
}

const COMMENT_LENGTH = 500;

/**
 * A refusal keeps the input; the initial focus is never on the command. Source: experience goals
 * 12, 13, 14.
 */
export function ActionForm<E extends Endpoint>(props: ActionFormProps<E>) {
  const {
    endpoint,
    sentence,
    children,
    hasTyped = false,
    submitTitle,
    backTitle = "Отмена",
    reasons,
    reasonLabel = "Причина",
    comment,
    code,
    input,
    done,
    changes = [],
    onSettled,
    onDone,
    staysOpen,
    isDangerous,
    onClose,
    onBusy,
  } = props;
  const [reasonID, setReasonID] = useState<string>();
  const [text, setText] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { run, isRunning } = useAction(endpoint, { silent: true });
  const coded = useCodedAction();
  const isPhone = useIsPhone();
  const readResources = useReadAgain();
  const isBusy = isRunning || coded.isBusy;
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  const forgetTyped = useUnsaved(hasTyped || text.trim() !== "");
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wrong = errors["reasonID"] ? "input[type=radio]" : errors["comment"] ? "textarea" : null;
    if (wrong) fields.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [errors]);

  const readAgain = () => {
    onSettled?.();
    readResources(changes);
  };
  const finish = (answer: AnswerOf<E>) => {
    forgetTyped();
    const message = typeof done === "function" ? done(answer) : done;
    if (message) toast({ type: "success", message });
    if (!staysOpen?.(answer)) onClose();
    onDone?.(answer);
  };
  const isComplete = (): boolean => {
    const missing = {
      ...(reasons && !reasonID ? { reasonID: "Выберите причину" } : {}),
      ...(comment?.isRequired && text.trim() === "" ? { comment: "Напишите комментарий" } : {}),
    };
    setErrors(missing);
    return Object.keys(missing).length === 0;
  };
  const callInput = (otp?: string) => input({ reasonID, comment: text.trim() || undefined, otp });
  const handleSubmit = async () => {
    if (!isComplete()) return;
    try {
      finish(await run(callInput()));
      readAgain();
    } catch (thrown) {
      setErrors(wordsOf(thrown));
      if (isAboutRecord(asHttpError(thrown))) readAgain();
    }
  };
  const handleSend = async () => {
    if (code?.send && isComplete()) await coded.send(code.send);
  };
  const handleCode = (otp: string) =>
    coded.confirm(async () => {
      try {
        finish(await requestEndpoint(endpoint, callInput(otp)));
        readAgain();
      } catch (thrown) {
        if (isAboutRecord(asHttpError(thrown))) readAgain();
        throw thrown;
      }
    });

  const failure = code ? coded.message : errors["form"];
  return (
    <>
      {sentence ? <p>{sentence}</p> : null}
      {children}
      <div ref={fields}>
        <Form layout="vertical" requiredMark={false} component="div">
          {reasons ? (
            <Form.Item label={reasonLabel} {...fieldError(errors["reasonID"])}>
              <Radio.Group
                aria-label={reasonLabel}
                disabled={isBusy}
                value={reasonID}
                onChange={({ target }) => {
                  setReasonID(String(target.value));
                  setErrors({});
                }}
              >
                <Space direction="vertical" size={2}>
                  {reasons.map(({ id, title }) => (
                    <Radio key={id} value={id}>
                      {title}
                    </Radio>
                  ))}
                </Space>
              </Radio.Group>
            </Form.Item>
          ) : null}
          {comment ? (
            <Form.Item
              label={comment.label ?? "Комментарий"}
              extra={comment.hint}
              {...fieldError(errors["comment"])}
            >
              <CountedArea
                aria-label={comment.label ?? "Комментарий"}
                aria-invalid={errors["comment"] !== undefined}
                rows={3}
                maxLength={COMMENT_LENGTH}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            </Form.Item>
          ) : null}
        </Form>
      </div>
      {failure ? (
        <Alert style={{ marginBottom: 16 }} type="error" role="alert" message={failure} />
      ) : null}
      {code && coded.code ? (
        <CodeEntry
          action={coded}
          label={code.label}
          submitTitle={submitTitle}
          isDangerous={isDangerous}
          onSubmit={handleCode}
          onResend={handleSend}
          backTitle={backTitle}
          onBack={onClose}
        />
      ) : (
        <Flex gap="small" wrap justify="end">
          <Button autoFocus disabled={isBusy} onClick={onClose}>
            {backTitle}
          </Button>
          {code ? (
            <CommandButton
              type="primary"
              loading={isBusy}
              disabled={code.send === null || coded.waitSeconds > 0}
              onClick={() => void handleSend()}
            >
              {coded.waitSeconds > 0
                ? `Получить код через ${coded.waitSeconds}\u00A0с`
                : "Получить код"}
            </CommandButton>
          ) : (
            <CommandButton
              type="primary"
              danger={isDangerous}
              loading={isBusy}
              style={isPhone ? LONG_WORDS : undefined}
              onClick={() => void handleSubmit()}
            >
              {submitTitle}
            </CommandButton>
          )}
        </Flex>
      )}
    </>
  );
}

function fieldError(message: string | undefined) {
  return message
    ? { validateStatus: "error" as const, help: <span role="alert">{message}</span> }
    : {};
}

/** By field; `form` has the rest. */
function wordsOf(thrown: unknown): Record<string, string> {
  const error = asHttpError(thrown);
  const { reasonID, comment, ...others } = error.errors ?? {};
  const shown = {
    ...(reasonID ? { reasonID: reasonID.join(". ") } : {}),
    ...(comment ? { comment: comment.join(". ") } : {}),
  };
  const rest = Object.values(others).flat().join(". ");
  return {
    ...shown,
    ...(rest !== "" || Object.keys(shown).length === 0
      ? { form: rest || splitMessage(error.message).title }
      : {}),
  };
}
