import { useInvalidate } from "@refinedev/core";
import { Alert, Form, Input, Modal, Select } from "antd";
import { useState, type ReactNode } from "react";
import type { AnswerOf, Endpoint } from "#contract/http/define-endpoints.ts";
import { splitMessage } from "#console/format/message.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import type { CallInput } from "#console/providers/data/call-endpoint.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";

interface Reason {
  readonly id: string;
  readonly title: string;
}

interface ActionModalProps<E extends Endpoint> {
  readonly endpoint: E;
  readonly title: string;
  /** What will happen, with the sum and the person it concerns. */
  readonly sentence: ReactNode;
  readonly submitTitle: string;
  readonly backTitle?: string;
  /** Reasons to choose from; the command waits for one. */
  readonly reasons?: readonly Reason[];
  readonly reasonLabel?: string;
  /** Free words: asked for, or demanded. */
  readonly comment?: { readonly label: string; readonly hint?: string; readonly isRequired?: boolean };
  /** What the call is given, the reason and the comment included. */
  readonly input: (answers: { readonly reasonID?: string; readonly comment?: string }) => CallInput<E>;
  readonly done: string;
  /** Resources whose lists and records change with it. */
  readonly changes: readonly string[];
  readonly isDangerous?: boolean;
  readonly onClose: () => void;
  /** Once it is done, before the window closes: what else is read again or opened. */
  readonly onDone?: (answer: AnswerOf<E>) => void;
}

/**
 * A command that asks before it is done. Refusals stay in the window with everything typed; a repeated press is one call; the focus is never on the command itself.
 * Source: experience goals 12, 13, 14.
 */
export function ActionModal<E extends Endpoint>({ endpoint, title, sentence, submitTitle, backTitle = "Отмена", reasons, reasonLabel = "Причина", comment, input, done, changes, isDangerous, onClose, onDone }: ActionModalProps<E>) {
  const [reasonID, setReasonID] = useState<string>();
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const { run, isRunning } = useAction(endpoint, { done, silent: true });
  const invalidate = useInvalidate();
  const isReady = (!reasons || reasonID !== undefined) && (!comment?.isRequired || text.trim() !== "");

  const handleSubmit = async () => {
    setFailure(null);
    try {
      const answer = await run(input({ reasonID, comment: text.trim() || undefined }));
      onDone?.(answer);
      onClose();
    } catch (thrown) {
      const error = asHttpError(thrown);
      setFailure(Object.values(error.errors ?? {}).flat().join(". ") || splitMessage(error.message).title);
    }
    // A refusal may mean that somebody was quicker: what is shown is read again either way.
    await Promise.all(changes.map((resource) => invalidate({ resource, invalidates: ["resourceAll"] })));
  };

  return (
    <Modal open title={title} okText={submitTitle} cancelText={backTitle} okButtonProps={{ danger: isDangerous, disabled: !isReady, loading: isRunning }} cancelButtonProps={{ autoFocus: true }} maskClosable={!isRunning} keyboard={!isRunning} closable={!isRunning} onOk={() => void handleSubmit()} onCancel={onClose} width={480} destroyOnHidden>
      <Form layout="vertical" requiredMark={false} component="div">
        <p>{sentence}</p>
        {reasons ? (
          <Form.Item label={reasonLabel}>
            <Select aria-label={reasonLabel} placeholder="Выберите" value={reasonID} options={reasons.map(({ id, title: label }) => ({ value: id, label }))} onChange={setReasonID} />
          </Form.Item>
        ) : null}
        {comment ? (
          <Form.Item label={comment.label} extra={comment.hint}>
            <Input.TextArea aria-label={comment.label} rows={3} maxLength={500} showCount value={text} onChange={({ target }) => setText(target.value)} />
          </Form.Item>
        ) : null}
        {failure ? <Alert type="error" role="alert" showIcon message={failure} /> : null}
      </Form>
    </Modal>
  );
}
