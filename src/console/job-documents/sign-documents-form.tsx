import { Alert, Card, List } from "antd";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#web/format/money.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { ChangedTerms } from "#console/kit/changed-terms.tsx";
import { useConsent } from "#console/kit/use-consent.ts";
import { DOCUMENT_WORDS } from "./document-labels.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

export interface SignDocumentsProps {
  readonly documentIds: readonly number[];
  readonly onDone?: () => void;
  readonly onSettled?: () => void;
}

/** One code signs exactly the documents shown. Source: `domain.md` §1.7. */
export function SignDocumentsForm({ documentIds, onDone, onSettled }: SignDocumentsProps) {
  const { data, error, isLoading } = useRead(
    jobDocumentEndpoints.infoSign,
    { query: { documentIDs: [...documentIds] } },
    { silent: true },
  );
  const { shown: info, changes, review } = useConsent(data, (one) => one?.version ?? "");
  const signable = (info?.items ?? []).filter(({ canSign }) => canSign);
  const documentIDs = signable.map(({ id }) => id);
  const send =
    info && changes === null && documentIDs.length > 0
      ? () =>
          requestEndpoint(jobDocumentEndpoints.sendSignCode, {
            body: { documentIDs, version: info.version },
          })
      : null;
  return (
    <RecordForm
      endpoint={jobDocumentEndpoints.massSign}
      submitTitle="Подписать"
      code={{ send }}
      input={(_, otp = "") => ({ body: { documentIDs, otp, version: info?.version } })}
      done={({ signedCount, failed }) =>
        failed.length > 0
          ? `Подписано: ${signedCount}. Не удалось: ${failed.length} (${[...new Set(failed.map(({ message }) => message))].join("; ")})`
          : `Подписано: ${countOf(signedCount, DOCUMENT_WORDS)}`
      }
      onDone={onDone}
      onSettled={onSettled}
    >
      <div aria-live="polite">
        {isLoading ? <p>Загружаем…</p> : null}
        {error ? (
          <Alert style={{ marginBottom: 16 }} type="error" role="alert" message={error.message} />
        ) : null}
        {info ? (
          <p>
            Вы подпишете <b>{countOf(signable.length, DOCUMENT_WORDS)}</b>
            {info.totalAmount > 0 ? (
              <>
                {" "}
                на <b className="num">{formatRubles(info.totalAmount)}</b>
              </>
            ) : null}
          </p>
        ) : null}
      </div>
      {info ? (
        <>
          {/* Focusable for scrolling by keyboard. */}
          <div
            role="region"
            aria-label="Документы на подпись"
            tabIndex={0}
            style={{ maxHeight: 240, overflow: "auto", marginBottom: 16 }}
          >
            <List
              size="small"
              bordered
              dataSource={[...info.items]}
              rowKey="id"
              renderItem={({ title, workman, amount, obstacle: refusal }) => (
                <List.Item
                  extra={
                    amount === null ? null : <span className="num">{formatRubles(amount)}</span>
                  }
                >
                  <List.Item.Meta
                    title={title}
                    description={
                      refusal ? (
                        <span className="overdue">
                          Не будет подписан: {refusal.charAt(0).toLowerCase() + refusal.slice(1)}
                        </span>
                      ) : (
                        workman?.name
                      )
                    }
                  />
                </List.Item>
              )}
            />
          </div>
          <Card
            size="small"
            style={{ marginBottom: 16 }}
            role="region"
            aria-label="На что вы соглашаетесь"
          >
            {info.agreementText}
          </Card>
        </>
      ) : null}
      {changes === null ? null : <ChangedTerms changes={changes} onReview={review} />}
    </RecordForm>
  );
}
