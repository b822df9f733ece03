import { Alert, Form, Input, Skeleton, Typography } from "antd";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles, readRubles } from "#web/format/money.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { EarningText } from "#console/workman-taxes/parts.ts";
import { ChangedTerms } from "#console/kit/changed-terms.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { useConsent } from "#console/kit/use-consent.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { useOffer } from "./use-offer.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useOne } from "@refinedev/core";
import { JOB_LISTS } from "#web/jobs/job-lists.ts";

interface Values {
  /** As typed: «1 234,50». */
  readonly amount?: string;
  readonly message?: string;
}

const LABELS = { amount: "Ваша цена, ₽", message: "Сообщение заказчику" } as const;
const MESSAGE_LENGTH = 2000;

export default function OfferCreateModal({
  jobId,
  offerId,
  onSettled,
}: ModalProps["offer-create"]) {
  const { result, query } = useOne<Job>({
    resource: JOB_LISTS.own,
    id: jobId,
    errorNotification: false,
  });
  const { error } = query;
  const { offer, hasFailed } = useOffer(offerId);
  const {
    shown: job,
    changes,
    review,
  } = useConsent(result, (one) => (offerId === undefined ? (one?.version ?? "") : ""));
  if ((error && !job) || hasFailed)
    return (
      <Alert
        type="error"
        showIcon
        message={error?.message ?? "Не удалось прочитать отклик"}
        description="Закройте окно и повторите"
      />
    );
  if (!job || (offerId !== undefined && !offer)) return <Skeleton active />;
  if (changes !== null) return <ChangedTerms changes={changes} onReview={review} />;
  return <OfferForm job={job} offer={offer ?? null} onSettled={onSettled} />;
}

function OfferForm({
  job,
  offer,
  onSettled,
}: {
  readonly job: Job;
  readonly offer: JobOffer | null;
  readonly onSettled?: () => void;
}) {
  const asksPrice = job.payType.id === "NEGOTIABLE";
  const draft = useDraft<Values>(`job-offer:${job.id}`);
  const answerOf = ({ amount, message = "" }: Values) => {
    const read = asksPrice ? readRubles(amount ?? "") : null;
    return { amount: read?.ok ? read.rubles : undefined, message: message.trim() };
  };
  const form = {
    labels: LABELS,
    draft,
    initialValues: {
      amount: String(offer?.amount ?? "").replace(".", ","),
      message: offer?.message ?? "",
    },
    alsoChanges: OFFER_LISTS,
    onSettled,
    children: <Fields job={job} offer={offer} asksPrice={asksPrice} />,
  };
  return offer ? (
    <RecordForm
      {...form}
      endpoint={jobOfferEndpoints.update}
      submitTitle="Сохранить"
      done="Отклик изменён"
      input={(values: Values) => ({ body: { jobOfferID: offer.id, ...answerOf(values) } })}
    />
  ) : (
    <RecordForm
      {...form}
      endpoint={jobOfferEndpoints.create}
      submitTitle="Откликнуться"
      done="Отклик отправлен"
      input={(values: Values) => ({
        body: { jobID: job.id, ...answerOf(values), version: job.version },
      })}
    />
  );
}

function Fields({
  job,
  offer,
  asksPrice,
}: {
  readonly job: Job;
  readonly offer: JobOffer | null;
  readonly asksPrice: boolean;
}) {
  const typed = Form.useWatch<string | undefined>("amount");
  const read = readRubles(typed ?? "");
  const amount = asksPrice ? (read.ok ? read.rubles : null) : (offer?.amount ?? job.budget);
  return (
    <>
      {offer === null && job.answerObstacle !== null ? (
        <Alert
          style={{ marginBottom: 16 }}
          type="warning"
          showIcon
          message={job.answerObstacle}
          description={<PageLink to="/profile/questionnaire">Открыть анкету</PageLink>}
        />
      ) : null}
      {asksPrice ? (
        <Form.Item
          name="amount"
          label={LABELS.amount}
          validateTrigger="onSubmit"
          rules={[{ validator: checkAmount }]}
          extra={`Заказчик рассчитывает примерно на ${formatRubles(job.budget)}`}
        >
          <Input inputMode="decimal" autoComplete="off" maxLength={20} />
        </Form.Item>
      ) : (
        <Typography.Paragraph>
          Сумма задания: <b className="num">{formatRubles(job.budget)}</b>
        </Typography.Paragraph>
      )}
      {amount === null || amount < 1 ? null : (
        <EarningText amount={amount} finishDate={job.finishDate} />
      )}
      <Form.Item
        name="message"
        label={LABELS.message}
        extra="Когда начнёте и почему справитесь; можно не заполнять. Телефон и другие контакты указывать нельзя"
      >
        <Input.TextArea rows={5} maxLength={MESSAGE_LENGTH} />
      </Form.Item>
    </>
  );
}

function checkAmount(_: unknown, text: string | undefined): Promise<void> {
  const read = readRubles(text ?? "");
  return read.ok ? Promise.resolve() : Promise.reject(new Error(read.message));
}
