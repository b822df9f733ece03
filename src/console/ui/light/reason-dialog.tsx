import { useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { LightButton } from "./light-button.tsx";
import { LightArea } from "./light-area.tsx";
import { DialogMessage, LightDialog } from "./light-dialog.tsx";

interface ReasonDialogProps<Id extends string> {
  readonly title: string;
  readonly submitTitle: string;
  readonly reasons: readonly { readonly id: Id; readonly title: string }[];
  /** Asks for a comment as well, with this hint under it. */
  readonly hasComment?: boolean;
  readonly commentHint?: string;
  readonly commentErrors?: readonly string[];
  /** Why the last try was refused. */
  readonly message?: string | null;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  /** Rejections have been shown already; the window stays open. */
  readonly onSubmit: (reason: Id, comment: string | undefined) => Promise<void>;
  readonly children?: ReactNode;
}

const COMMENT_LENGTH = 500;

/** A decision that needs a reason of a list: nothing is chosen beforehand, and without a choice nothing is sent. */
export function ReasonDialog<Id extends string>({ title, submitTitle, reasons, hasComment, commentHint, commentErrors, message, isBusy, onClose, onSubmit, children }: ReasonDialogProps<Id>) {
  const id = useId();
  const [reason, setReason] = useState<Id | null>(null);
  const [comment, setComment] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (reason === null) {
      setIsMissing(true);
      group.current?.querySelector("input")?.focus();
      return;
    }
    void onSubmit(reason, comment.trim() || undefined).catch(() => undefined);
  };
  return (
    <LightDialog title={title} onClose={onClose} isLocked={isBusy}>
      {children}
      <form onSubmit={handleSubmit} noValidate>
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
          {isMissing ? (
            <span id={`${id}-error`} className="field-error">
              Выберите причину
            </span>
          ) : null}
        </fieldset>
        {hasComment ? (
          <LightArea label="Комментарий" rows={3} maxLength={COMMENT_LENGTH} value={comment} hint={commentHint} errors={commentErrors} onChange={(event) => setComment(event.target.value)} />
        ) : null}
        <DialogMessage text={message} />
        <div className="row">
          <LightButton type="submit" isBusy={isBusy}>
            {submitTitle}
          </LightButton>
          <LightButton look="plain" disabled={isBusy} onClick={onClose}>
            Закрыть
          </LightButton>
        </div>
      </form>
    </LightDialog>
  );
}
