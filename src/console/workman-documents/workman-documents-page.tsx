import { Alert, Button, Descriptions, Flex, Skeleton } from "antd";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { workmanDocumentEndpoints } from "#contract/workman-documents/workman-document-endpoints.ts";
import {
  WORKMAN_DOCUMENT_STATE,
  type WorkmanDocumentType,
} from "#contract/workman-documents/workman-document-states.ts";
import { StateText } from "#console/kit/columns.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useDownload, useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { documentUploadWindow } from "./document-upload-modal.tsx";
import { useModal } from "#web/modals/use-modal.ts";

type Paper = AnswerOf<typeof workmanDocumentEndpoints.list>["items"][number];

/** Source: `domain.md` §1.5. */
export default function WorkmanDocumentsPage() {
  const { show } = useModal();
  const { data, error, reload } = useRead(workmanDocumentEndpoints.list, {}, { silent: true });
  return (
    <>
      <TitleBar title="Мои документы">
        <Button type="primary" onClick={() => show(documentUploadWindow())}>
          Загрузить документ
        </Button>
      </TitleBar>
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : data ? (
        <Papers papers={data.items} onUpload={(type) => show(documentUploadWindow(type))} />
      ) : (
        <Skeleton active />
      )}
    </>
  );
}

function Papers({
  papers,
  onUpload,
}: {
  readonly papers: readonly Paper[];
  readonly onUpload: (type: WorkmanDocumentType) => void;
}) {
  const types = [...new Set(papers.map(({ type }) => type.id))];
  const kinds = types.map((id) => [id, papers.filter(({ type }) => type.id === id)] as const);
  const missing = papers.filter(({ id }) => id === null).length;
  if (kinds.length === 0)
    return (
      <Alert
        type="info"
        showIcon
        message="Документов пока нет. Загрузите паспорт: модератор сверит его с анкетой"
      />
    );
  return (
    <>
      {missing > 0 ? (
        <Alert
          type="warning"
          showIcon
          message="Загрузите обязательные документы: модератор сверит их с анкетой"
          style={{ marginBottom: 12 }}
        />
      ) : null}
      {kinds.map(([type, [latest, ...older]]) =>
        latest ? (
          <Kind key={type} latest={latest} older={older} onUpload={() => onUpload(type)} />
        ) : null,
      )}
    </>
  );
}

function Kind({
  latest,
  older,
  onUpload,
}: {
  readonly latest: Paper;
  readonly older: readonly Paper[];
  readonly onUpload: () => void;
}) {
  const inForce = older.find(({ state }) => state?.id === "VALID" || state?.id === "EXPIRING");
  return (
    <SectionCard
      title={latest.type.title}
      extra={
        latest.state ? (
          <StateText
            title={latest.state.title}
            tone={WORKMAN_DOCUMENT_STATE.tones[latest.state.id]}
          />
        ) : (
          <StateText title={latest.isRequired ? "Нужно загрузить" : "Не загружен"} tone="warning" />
        )
      }
    >
      <Advice
        paper={latest}
        inForce={inForce}
        isStopped={inForce === undefined && hasEnded(older)}
      />
      <Flex gap="small" wrap align="center" justify="space-between">
        {latest.id === null ? (
          <span>Фотография или скан в JPEG, PNG, HEIC или PDF</span>
        ) : (
          <Facts paper={latest} />
        )}
        <Button
          type={latest.id === null ? "primary" : "default"}
          aria-label={`${latest.id === null ? "Загрузить" : "Заменить"}: ${latest.type.title}`}
          onClick={onUpload}
        >
          {latest.id === null ? "Загрузить" : "Заменить"}
        </Button>
      </Flex>
    </SectionCard>
  );
}

/** Only what was checked and does not hold stops anything. */
function hasEnded(older: readonly Paper[]): boolean {
  return older.some(({ state }) => state?.id === "EXPIRED" || state?.id === "REJECTED");
}

function Facts({
  paper: { id, type, number, expireDate, fileName, uploadedAt },
}: {
  readonly paper: Paper;
}) {
  const download = useDownload(workmanDocumentEndpoints.file);
  return (
    <Descriptions
      size="small"
      column={1}
      items={[
        ...(number ? [{ key: "number", label: "Номер", children: number }] : []),
        ...(expireDate
          ? [
              {
                key: "until",
                label: "Действует до",
                children: <DateText value={expireDate} isDay />,
              },
            ]
          : []),
        { key: "uploaded", label: "Загружен", children: <DateText value={uploadedAt} /> },
        ...(fileName && id !== null
          ? [
              {
                key: "file",
                label: "Файл",
                children: (
                  <Button
                    type="link"
                    size="small"
                    style={{ height: "auto", padding: 0, whiteSpace: "normal" }}
                    aria-label={`Скачать: ${type.title}`}
                    onClick={() => void download({ params: { id } })}
                  >
                    {fileName}
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Advice({
  paper: { state, rejectReason, rejectComment, expireDate },
  inForce,
  isStopped,
}: {
  readonly paper: Paper;
  readonly inForce: Paper | undefined;
  readonly isStopped: boolean;
}) {
  const still = inForce ? (
    <>
      Прежний документ действует{inForce.expireDate ? " до " : ""}
      {inForce.expireDate ? <DateText value={inForce.expireDate} isDay /> : null}
    </>
  ) : undefined;
  if (state?.id === "REJECTED")
    return (
      <Alert
        type="error"
        showIcon
        style={{ marginBottom: 8 }}
        message={["Документ отклонён", rejectReason?.title, rejectComment]
          .filter(Boolean)
          .join(": ")}
        description={still ?? "Загрузите новый снимок"}
      />
    );
  if (state?.id === "EXPIRED")
    return (
      <Alert
        type="error"
        showIcon
        style={{ marginBottom: 8 }}
        message="Срок документа истёк: новых заданий и выплат не будет, начатые задания можно закончить"
        description={still ?? "Загрузите действующий документ"}
      />
    );
  if (state?.id === "EXPIRING")
    return (
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 8 }}
        message={
          <>
            Срок заканчивается
            {expireDate ? (
              <>
                {" "}
                <DateText value={expireDate} isDay />
              </>
            ) : null}
            . Замените документ заранее: старый действует, пока проверяется новый
          </>
        }
      />
    );
  if (state?.id !== "CHECKING") return null;
  return (
    <Alert
      type={isStopped ? "warning" : "info"}
      showIcon
      style={{ marginBottom: 8 }}
      message="Модератор проверяет снимок, ответ придёт уведомлением"
      description={
        isStopped
          ? "Новых заданий и выплат не будет, пока документ не принят; начатые задания можно закончить"
          : still
      }
    />
  );
}
