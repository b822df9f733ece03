import { useEffect, useState } from "react";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument, SignInfo } from "#contract/job-documents/job-document.ts";
import { splitMessage } from "#console/format/message.ts";
import { formatRubles } from "#console/format/money.ts";
import { callEndpoint } from "#console/providers/data/call-endpoint.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { toast } from "#console/providers/toasts.ts";
import { CodedDialog } from "#console/ui/coded-dialog.tsx";
import { DialogMessage } from "#console/ui/light/light-dialog.tsx";
import { useCodedAction } from "#console/ui/use-coded-action.ts";

interface SignDialogProps {
  readonly act: JobDocument;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What is signed and on what terms, then the code that signs exactly this paper. Source: `domain.md` §1.7. */
export function SignDialog({ act, onClose, onDone }: SignDialogProps) {
  const { info, failure } = useSignInfo(act.id);
  const action = useCodedAction();
  const item = info?.items[0];
  const sign = async (otp: string, idempotencyKey: string) => {
    await callEndpoint(jobDocumentEndpoints.sign, { params: { id: act.id }, body: { otp }, idempotencyKey });
    toast({ type: "success", message: "Акт подписан" });
    onDone();
  };
  return (
    <CodedDialog
      title="Подписать акт"
      submitTitle="Подписать"
      backTitle="Закрыть"
      action={action}
      askCode={item?.canSign ? () => callEndpoint(jobDocumentEndpoints.sendSignCode, { body: { documentIDs: [act.id] } }) : null}
      confirm={sign}
      onClose={onClose}
    >
      <div aria-live="polite">
        {info === null && failure === null ? <p>Загружаем…</p> : null}
        {item ? (
          <p>
            <b>{item.title}</b>
            {item.amount === null ? null : <> на <b className="num">{formatRubles(item.amount)}</b></>}
          </p>
        ) : null}
      </div>
      {info ? (
        <div className="sign-agreement" role="region" aria-label="На что вы соглашаетесь" tabIndex={0}>
          {info.agreementText}
        </div>
      ) : null}
      <DialogMessage text={failure ?? item?.obstacle} />
    </CodedDialog>
  );
}

function useSignInfo(documentId: number): { readonly info: SignInfo | null; readonly failure: string | null } {
  const [info, setInfo] = useState<SignInfo | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isStale = false;
    callEndpoint(jobDocumentEndpoints.infoSign, { query: { documentIDs: [documentId] } }).then(
      (read) => {
        if (!isStale) setInfo(read);
      },
      (thrown: unknown) => {
        if (!isStale) setFailure(splitMessage(asHttpError(thrown).message).title);
      },
    );
    return () => {
      isStale = true;
    };
  }, [documentId]);
  return { info, failure };
}
