import { Form, Radio, Space, type CheckboxRef } from "antd";
import type { Ref } from "react";
import { CountedArea } from "./counted-area.tsx";

interface Reason {
  readonly id: string;
  readonly title: string;
}

/** None is preselected. */
export function ReasonField({
  label = "Причина",
  reasons,
}: {
  readonly label?: string;
  readonly reasons: readonly Reason[];
}) {
  return (
    <Form.Item
      name="reasonID"
      label={label}
      rules={[{ required: true, message: <Told words="Выберите причину" /> }]}
    >
      <ReasonChoice label={label} reasons={reasons} />
    </Form.Item>
  );
}

interface ReasonChoiceProps {
  readonly label: string;
  readonly reasons: readonly Reason[];
  /** The first radio takes the focus of a refused form. */
  readonly ref?: Ref<CheckboxRef>;
  readonly value?: string;
  readonly onChange?: (id: string) => void;
}

function ReasonChoice({ label, reasons, ref, value, onChange }: ReasonChoiceProps) {
  return (
    <Radio.Group
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange?.(String(target.value))}
    >
      <Space direction="vertical" size={2}>
        {reasons.map(({ id, title }, index) => (
          <Radio key={id} value={id} ref={index === 0 ? ref : undefined}>
            {title}
          </Radio>
        ))}
      </Space>
    </Radio.Group>
  );
}

/** A question has no summary of what is missing, so the words under its field are read out. */
function Told({ words }: { readonly words: string }) {
  return <span role="alert">{words}</span>;
}

const COMMENT_LENGTH = 500;

export function CommentField({
  label = "Комментарий",
  hint,
  isRequired = false,
}: {
  readonly label?: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
}) {
  return (
    <Form.Item
      name="comment"
      label={label}
      extra={hint}
      rules={[
        {
          required: isRequired,
          whitespace: isRequired,
          message: <Told words="Напишите комментарий" />,
        },
      ]}
    >
      <CountedArea aria-label={label} rows={3} maxLength={COMMENT_LENGTH} />
    </Form.Item>
  );
}

export interface Commented {
  readonly comment?: string;
}

export interface Reasoned extends Commented {
  readonly reasonID: string;
}

/** An empty comment is none. */
export function typedComment(comment: string | undefined): string | undefined {
  return comment?.trim() || undefined;
}
