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
import { ChangedTerms } from "#console/ui/changed-terms.tsx";
import { useCodedAction } from "#console/ui/use-coded-action.ts";
import { useConsent } from "#console/ui/use-consent.ts";

interface SignDialogProps {
  readonly act: JobDocument;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What is signed and on what terms, then the code that signs exactly this paper. Source: `domain.md` §1.7. */
export function SignDialog({ act, onClose, onDone }: SignDialogProps) {
  const { info: current, failure } = useSignInfo(act);
  const { shown: info, changes, review } = useConsent(current, (one) => one?.version ?? "");
  const action = useCodedAction();
  const item = info?.items[0];
  const sign = async (otp: string, idempotencyKey: string) => {
    await callEndpoint(jobDocumentEndpoints.sign, { params: { id: act.id }, body: { otp, version: info?.version }, idempotencyKey });
    toast({ type: "success", message: "Акт подписан" });
    onDone();
  };
  return (
    <CodedDialog
      title="Подписать акт"
      submitTitle="Подписать"
      backTitle="Закрыть"
      action={action}
      askCode={item?.canSign && changes === null ? () => callEndpoint(jobDocumentEndpoints.sendSignCode, { body: { documentIDs: [act.id], version: info?.version } }) : null}
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
      {changes === null ? null : <ChangedTerms changes={changes} onReview={review} />}
      <DialogMessage text={failure ?? item?.obstacle} />
    </CodedDialog>
  );
}

/** Read again with every reading of the act. */
function useSignInfo(act: JobDocument): { readonly info: SignInfo | null; readonly failure: string | null } {
  const [info, setInfo] = useState<SignInfo | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isStale = false;
    callEndpoint(jobDocumentEndpoints.infoSign, { query: { documentIDs: [act.id] } }).then(
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
  }, [act]);
  return { info, failure };
}
