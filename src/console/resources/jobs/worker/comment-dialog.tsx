import { useState, type FormEvent, type ReactNode } from "react";
import { LightArea } from "#console/ui/light/light-area.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { DialogMessage, LightDialog } from "#console/ui/light/light-dialog.tsx";

interface CommentDialogProps {
  readonly title: string;
  readonly submitTitle: string;
  readonly hint: string;
  readonly errors?: readonly string[];
  readonly message: string | null;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  /** Rejections have been shown already; the window stays open. */
  readonly onSubmit: (comment: string | undefined) => Promise<void>;
  readonly children: ReactNode;
}

/** Says what will happen and takes a word along. */
export function CommentDialog({ title, submitTitle, hint, errors, message, isBusy, onClose, onSubmit, children }: CommentDialogProps) {
  const [comment, setComment] = useState("");
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void onSubmit(comment.trim() || undefined).catch(() => undefined);
  };
  return (
    <LightDialog title={title} onClose={onClose} isLocked={isBusy}>
      <p>{children}</p>
      <form onSubmit={handleSubmit} noValidate>
        <LightArea label="Комментарий" rows={3} maxLength={500} hint={hint} errors={errors} value={comment} onChange={(event) => setComment(event.target.value)} />
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
