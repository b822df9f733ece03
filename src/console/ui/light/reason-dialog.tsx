import { useId, useRef, useState } from "react";
import { CommentDialog, type CommentDialogProps } from "./comment-dialog.tsx";
import { FieldErrors } from "./field-frame.tsx";

interface ReasonDialogProps<Id extends string> extends Omit<CommentDialogProps, "fields" | "onSubmit"> {
  readonly reasons: readonly { readonly id: Id; readonly title: string }[];
  /** Rejections have been shown already; the window stays open. */
  readonly onSubmit: (reason: Id, comment: string | undefined) => Promise<void>;
}

/** A decision that needs a reason of a list: nothing is chosen beforehand, and without a choice nothing is sent. */
export function ReasonDialog<Id extends string>({ reasons, onSubmit, ...window }: ReasonDialogProps<Id>) {
  const id = useId();
  const [reason, setReason] = useState<Id | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const handleSubmit = async (comment: string | undefined) => {
    if (reason !== null) return onSubmit(reason, comment);
    setIsMissing(true);
    group.current?.querySelector("input")?.focus();
  };
  const choice = (
    <fieldset ref={group} className="choice choice-column" aria-describedby={isMissing ? `${id}-error` : undefined}>
      <legend>Причина</legend>
      {reasons.map((one) => (
        <label key={one.id}>
          <input
            type="radio"
            name={`${id}-reason`}
            value={one.id}
            checked={reason === one.id}
            onChange={() => {
              setReason(one.id);
              setIsMissing(false);
            }}
          />{" "}
          {one.title}
        </label>
      ))}
      <FieldErrors of={id} errors={isMissing ? ["Выберите причину"] : []} />
    </fieldset>
  );
  return <CommentDialog {...window} fields={choice} onSubmit={handleSubmit} />;
}
