import { Button, Card, List, Skeleton, Typography } from "antd";
import { useState } from "react";
import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { MassSignResult, SignInfo } from "#contract/job-documents/job-document.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#web/format/money.ts";
import { RefusedPart } from "#console/kit/refused-part.tsx";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useDownload, useRead } from "#console/calls/use-endpoint.ts";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { ChangedTerms } from "#console/kit/changed-terms.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { useConsent } from "#console/kit/use-consent.ts";
import { DOCUMENTS, EDOCUMENTS } from "./edocument-labels.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

/** Shows the documents before their one code. Source: `domain.md` §1.7. */
export default function DocumentSignModal({
  documentIds,
  close,
}: ModalProps["document-template-sign"] & ModalControls) {
  const { data, error, reload } = useRead(
    jobDocumentEndpoints.infoSign,
    { query: { documentIDs: [...documentIds] } },
    { silent: true, staleTimeMs: 0 },
  );
  const { shown, changes, review } = useConsent<SignInfo | null>(
    data ?? null,
    (one) => one?.version ?? "",
  );
  const [refused, setRefused] = useState<MassSignResult | null>(null);
  if (refused && shown) return <Refused result={refused} info={shown} onClose={close} />;
  if (error) return <FailedPart message={error.message} onRetry={reload} />;
  if (!shown) return <Skeleton active />;
  const ids = shown.items.filter(({ canSign }) => canSign).map(({ id }) => id);
  const askCode = () =>
    requestEndpoint(jobDocumentEndpoints.sendSignCode, {
      body: { documentIDs: ids, version: shown.version },
    });
  return (
    <RecordForm
      endpoint={jobDocumentEndpoints.massSign}
      sentence={
        ids.length === 0
          ? "Подписывать нечего: причина стоит у документа"
          : `Вы подпишете ${countOf(ids.length, DOCUMENTS)}${shown.totalAmount > 0 ? ` на ${formatRubles(shown.totalAmount)}` : ""}. Код из СМС — ваша электронная подпись`
      }
      submitTitle="Подписать"
      code={{ send: ids.length > 0 && changes === null ? askCode : null }}
      input={(_, otp = "") => ({ body: { documentIDs: ids, otp, version: shown.version } })}
      done={({ signedCount }) => `Подписано: ${countOf(signedCount, DOCUMENTS)}`}
      alsoChanges={[EDOCUMENTS]}
      onSettled={reload}
      staysOpen={({ failed }) => failed.length > 0}
      onDone={(answer) => {
        if (answer.failed.length > 0) setRefused(answer);
      }}
    >
      <List
        size="small"
        style={{ maxHeight: 260, overflow: "auto", marginBottom: 12 }}
        dataSource={shown.items}
        rowKey="id"
        renderItem={(item) => <SignedItem item={item} />}
      />
      <Card
        size="small"
        style={{ marginBottom: 16, maxHeight: 140, overflow: "auto", whiteSpace: "pre-line" }}
        role="region"
        aria-label="На что вы соглашаетесь"
        tabIndex={0}
      >
        {shown.agreementText}
      </Card>
      {changes === null ? null : <ChangedTerms changes={changes} onReview={review} />}
    </RecordForm>
  );
}

function SignedItem({
  item: { id, title, amount, obstacle: refusal },
}: {
  readonly item: SignInfo["items"][number];
}) {
  const download = useDownload(edocumentEndpoints.download);
  return (
    <List.Item
      actions={[
        <Button
          key="read"
          type="link"
          size="small"
          aria-label={`Прочитать: ${title}`}
          onClick={() => void download({ params: { id } })}
        >
          Прочитать
        </Button>,
      ]}
    >
      <span>
        {title}
        {amount === null ? null : (
          <>
            {" на "}
            <MoneyText rubles={amount} />
          </>
        )}
        {refusal ? (
          <Typography.Text type="danger" style={{ display: "block" }}>
            {refusal}
          </Typography.Text>
        ) : null}
      </span>
    </List.Item>
  );
}

function Refused({
  result: { signedCount, failed },
  info,
  onClose,
}: {
  readonly result: MassSignResult;
  readonly info: SignInfo;
  readonly onClose: () => void;
}) {
  const titleOf = (id: number) => info.items.find((one) => one.id === id)?.title ?? `№ ${id}`;
  return (
    <RefusedPart
      message={`Подписано ${signedCount}, не подписано ${failed.length}`}
      refused={failed.map(({ documentID, message }) => `${titleOf(documentID)}: ${message}`)}
      onClose={onClose}
    />
  );
}
