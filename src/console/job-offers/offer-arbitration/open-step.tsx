import { Form, Input, Radio, Select, Space } from "antd";
import { useState } from "react";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { ARBITRATION_ANSWER_HOURS, MAX_ARBITRATIONS } from "#contract/jobs/job-offer-states.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles, readRubles } from "#web/format/money.ts";
import { CountedArea } from "#console/kit/counted-area.tsx";
import { chosenRule } from "#console/kit/chosen-rule.ts";
import { OFFER_LISTS } from "../job-offer-lists.ts";
import { OfferModal } from "../offer-modal.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";

interface Values {
  readonly reasonID: IdOf<typeof REASONS.arbitration>;
  /** As typed: «1 234,50». */
  readonly amount?: string;
  readonly comment?: string;
}

const LABELS = {
  amount: "Новая сумма исполнителю, ₽",
  reasonID: "Причина",
  comment: "Комментарий исполнителю",
} as const;
const REASON_OPTIONS = REASONS.arbitration.definitions.map(({ id, title }) => ({
  value: id,
  label: title,
}));

/** Nothing changes until the worker agrees. */
export function OpenStep({ offerId }: { readonly offerId: number }) {
  return <OfferModal offerId={offerId}>{(offer) => <Proposal offer={offer} />}</OfferModal>;
}

function Proposal({ offer }: { readonly offer: JobOffer }) {
  const [isRefusal, setIsRefusal] = useState(false);
  const left = MAX_ARBITRATIONS - (offer.arbitration?.declinedCount ?? 0);
  return (
    <RecordForm
      endpoint={jobOfferEndpoints.arbitration}
      labels={LABELS}
      submitTitle={isRefusal ? "Предложить закрыть без оплаты" : "Предложить новую сумму"}
      input={({ amount, reasonID, comment }: Values) => ({
        body: {
          jobOfferID: offer.id,
          amount: isRefusal ? 0 : rublesOf(amount),
          reasonID,
          comment: comment?.trim() || undefined,
        },
      })}
      done={`${offer.workman.name} увидит предложение и ответит`}
      alsoChanges={OFFER_LISTS}
    >
      <p>
        Сейчас исполнителю положено <b className="num">{formatRubles(offer.amount)}</b>. Сумма
        изменится, только если {offer.workman.name} согласится за {ARBITRATION_ANSWER_HOURS} ч.{" "}
        {left < MAX_ARBITRATIONS
          ? `Можно предложить ещё ${countOf(left, ["раз", "раза", "раз"])}, потом решит модератор`
          : `Если откажется ${MAX_ARBITRATIONS} раза, решит модератор`}
      </p>
      <Radio.Group
        aria-label="Что предложить"
        value={isRefusal}
        onChange={({ target }) => setIsRefusal(target.value as boolean)}
        style={{ marginBottom: 16 }}
      >
        <Space direction="vertical" size={2}>
          <Radio value={false}>Другую сумму</Radio>
          <Radio value={true}>
            Закрыть задание без оплаты: деньги и комиссия вернутся на баланс
          </Radio>
        </Space>
      </Radio.Group>
      {isRefusal ? null : (
        <Form.Item
          name="amount"
          label={LABELS.amount}
          validateTrigger="onSubmit"
          rules={[{ validator: (_, text: string | undefined) => checkAmount(text, offer.amount) }]}
          extra="Если сумма больше прежней, разница с комиссией заморозится, когда исполнитель согласится"
        >
          <Input inputMode="decimal" autoComplete="off" maxLength={20} />
        </Form.Item>
      )}
      <Form.Item name="reasonID" label={LABELS.reasonID} rules={[chosenRule("Выберите причину")]}>
        <Select placeholder="Выберите" options={REASON_OPTIONS} />
      </Form.Item>
      <Form.Item
        name="comment"
        label={LABELS.comment}
        extra="Объясните, что изменилось: с объяснением соглашаются чаще"
      >
        <CountedArea rows={3} maxLength={500} />
      </Form.Item>
    </RecordForm>
  );
}

function rublesOf(text: string | undefined): number {
  const read = readRubles(text ?? "");
  return read.ok ? read.rubles : Number.NaN;
}

function checkAmount(text: string | undefined, agreed: number): Promise<void> {
  const read = readRubles(text ?? "");
  if (!read.ok) return Promise.reject(new Error(read.message));
  return read.rubles === agreed
    ? Promise.reject(new Error("Укажите сумму, которая отличается от нынешней"))
    : Promise.resolve();
}
