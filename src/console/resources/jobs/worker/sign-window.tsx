import { Alert, Card, Typography } from "antd";
import { useEffect, useState } from "react";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument, SignInfo } from "#contract/job-documents/job-document.ts";
import { splitMessage } from "#console/format/message.ts";
import { formatRubles } from "#console/format/money.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";
import { callEndpoint } from "#console/providers/data/call-endpoint.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { requestEndpoint } from "#console/providers/data/request-endpoint.ts";
import { ChangedTerms } from "#console/ui/changed-terms.tsx";
import { useConsent } from "#console/ui/use-consent.ts";

interface SignWindowProps {
  readonly act: JobDocument;
  readonly onClose: () => void;
  readonly onSettled: () => void;
}

/** What is signed and on what terms, then the code that signs exactly this paper. Source: `domain.md` §1.7. */
export function SignWindow({ act, onClose, onSettled }: SignWindowProps) {
  const { info: current, failure } = useSignInfo(act);
  const { shown: info, changes, review } = useConsent(current, (one) => one?.version ?? "");
  const item = info?.items[0];
  const obstacle = failure ?? item?.obstacle;
  const askCode = () => requestEndpoint(jobDocumentEndpoints.sendSignCode, { body: { documentIDs: [act.id], version: info?.version } });
  return (
    <ActionModal
      endpoint={jobDocumentEndpoints.sign}
      title="Подписать акт"
      submitTitle="Подписать"
      backTitle="Закрыть"
      code={{ send: item?.canSign && changes === null ? askCode : null }}
      input={({ otp = "" }) => ({ params: { id: act.id }, body: { otp, version: info?.version } })}
      done="Акт подписан"
      onSettled={onSettled}
      onClose={onClose}
    >
      <div aria-live="polite">
        {info === null && failure === null ? <p>Загружаем…</p> : null}
        {item ? (
          <Typography.Paragraph>
            <b>{item.title}</b>
            {item.amount === null ? null : <> на <b className="num">{formatRubles(item.amount)}</b></>}
          </Typography.Paragraph>
        ) : null}
      </div>
      {info ? (
        <Card size="small" style={{ marginBottom: 16 }} styles={{ body: { maxHeight: 180, overflow: "auto", whiteSpace: "pre-line" } }} role="region" aria-label="На что вы соглашаетесь" tabIndex={0}>
          {info.agreementText}
        </Card>
      ) : null}
      {changes === null ? null : <ChangedTerms changes={changes} onReview={review} />}
      {obstacle ? <Alert style={{ marginBottom: 16 }} type="error" role="alert" message={obstacle} /> : null}
    </ActionModal>
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
