import type { ReactNode } from "react";
import { LightButton } from "./light-button.tsx";
import { DialogMessage, LightDialog } from "./light-dialog.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  readonly submitTitle: string;
  /** Words of the way back; «Закрыть» unless the action itself is a cancelling. */
  readonly backTitle?: string;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  /** Rejections have been shown already; the window stays open. */
  readonly onConfirm: () => Promise<void>;
  /** Why the last try was refused. */
  readonly message?: string | null;
  readonly children: ReactNode;
}

/** Says what will happen before it does; neither button has the focus when it opens. */
export function ConfirmDialog({ title, submitTitle, backTitle = "Закрыть", isBusy, onClose, onConfirm, message, children }: ConfirmDialogProps) {
  return (
    <LightDialog title={title} onClose={onClose} isLocked={isBusy}>
      <p>{children}</p>
      <DialogMessage text={message} />
      <div className="row">
        <LightButton isBusy={isBusy} onClick={() => void onConfirm().catch(() => undefined)}>
          {submitTitle}
        </LightButton>
        <LightButton look="plain" disabled={isBusy} onClick={onClose}>
          {backTitle}
        </LightButton>
      </div>
    </LightDialog>
  );
}
