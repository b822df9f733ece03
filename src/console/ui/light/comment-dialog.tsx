import { useState, type FormEvent, type ReactNode } from "react";
import { LightArea } from "./light-area.tsx";
import { LightButton } from "./light-button.tsx";
import { DialogMessage, LightDialog } from "./light-dialog.tsx";

export interface CommentDialogProps {
  readonly title: string;
  readonly submitTitle: string;
  /** What is asked for before the comment. */
  readonly fields?: ReactNode;
  readonly commentHint?: string;
  readonly commentErrors?: readonly string[];
  /** Why the last try was refused. */
  readonly message?: string | null;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  /** Rejections have been shown already; the window stays open. */
  readonly onSubmit: (comment: string | undefined) => Promise<void>;
  readonly children?: ReactNode;
}

const COMMENT_LENGTH = 500;

/** Says what will happen and takes a word along; nobody has to write one. */
export function CommentDialog({ title, submitTitle, fields, commentHint, commentErrors, message, isBusy, onClose, onSubmit, children }: CommentDialogProps) {
  const [comment, setComment] = useState("");
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void onSubmit(comment.trim() || undefined).catch(() => undefined);
  };
  return (
    <LightDialog title={title} onClose={onClose} isLocked={isBusy}>
      {children ? <p>{children}</p> : null}
      <form onSubmit={handleSubmit} noValidate>
        {fields}
        <LightArea label="Комментарий" rows={3} maxLength={COMMENT_LENGTH} hint={commentHint} errors={commentErrors} value={comment} onChange={(event) => setComment(event.target.value)} />
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
