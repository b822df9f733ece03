import { useCan } from "@refinedev/core";
import { useCallback } from "react";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { formatRubles } from "#web/format/money.ts";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { blacklistAddWindow } from "#console/blacklist/index.tsx";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { CommentField, typedComment, type Commented } from "#console/kit/reason-field.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

/** The primary one first. */
export function useOfferCommands(): (offer: JobOffer) => RowAction[] {
  const { open, show } = useModal();
  const mayList = useCan(right("blacklist.manage")).data?.can;
  return useCallback(
    (offer: JobOffer): RowAction[] => {
      const { permissions: may } = offer;
      const offerId = offer.id;
      return [
        ...(may.accept
          ? [
              {
                key: "accept",
                label: "Выбрать исполнителем",
                mainLabel: "Выбрать",
                onClick: () => open("offer-accept", { offerId }),
              },
            ]
          : []),
        ...(may.resultAccept
          ? [
              {
                key: "accept-result",
                label: "Принять результат",
                mainLabel: "Принять",
                onClick: () => open("offer-mass-accept", { chosen: { offers: [offer] } }),
              },
            ]
          : []),
        ...(may.finishExecution
          ? [
              {
                key: "finish",
                label: "Отметить выполненным",
                onClick: () => show(finishWindow(offer)),
              },
            ]
          : []),
        ...(may.arbitration
          ? [
              {
                key: "arbitration",
                label: "Изменить сумму или закрыть без оплаты",
                onClick: () => open("offer-arbitration", { offerId, step: "open" }),
              },
            ]
          : []),
        ...(may.arbitrationCancel
          ? [
              {
                key: "take-back",
                label: "Отозвать предложение новой суммы",
                onClick: () => show(takeBackWindow(offer)),
              },
            ]
          : []),
        ...(may.decline
          ? [
              {
                key: "decline",
                label: "Отклонить",
                isDangerous: true,
                onClick: () => open("offer-decline", { offerId }),
              },
            ]
          : []),
        ...(may.cancel
          ? [
              {
                key: "cancel",
                label: "Отменить выбор исполнителя",
                isDangerous: true,
                onClick: () => open("offer-cancel", { offerId }),
              },
            ]
          : []),
        ...(mayList
          ? [
              {
                key: "blacklist",
                label: "Добавить исполнителя в чёрный список",
                isDangerous: true,
                onClick: () => show(blacklistAddWindow(offer.workman)),
              },
            ]
          : []),
      ];
    },
    [open, show, mayList],
  );
}

function finishWindow(offer: JobOffer): ShownWindow {
  return {
    title: "Отметить выполненным",
    content: (
      <RecordForm
        alsoChanges={OFFER_LISTS}
        endpoint={jobOfferEndpoints.finish}
        sentence={`Вместо исполнителя вы сообщите, что работа по заданию «${offer.job.title}» закончена. После этого примите результат: ${offer.workman.name} получит ${formatRubles(offer.amount)}`}
        submitTitle="Отметить выполненным"
        input={({ comment }: Commented) => ({
          body: { jobOfferID: offer.id, comment: typedComment(comment) },
        })}
        done="Работа отмечена выполненной"
      >
        <CommentField hint="Что сделано; можно не заполнять" />
      </RecordForm>
    ),
  };
}

function takeBackWindow(offer: JobOffer): ShownWindow {
  return {
    title: "Отозвать предложение",
    content: (
      <RecordForm
        alsoChanges={OFFER_LISTS}
        endpoint={jobOfferEndpoints.arbitrationCancel}
        sentence={`Выплата останется прежней: ${formatRubles(offer.amount)}. Исполнителю больше не нужно отвечать`}
        submitTitle="Отозвать"
        input={() => ({ body: { jobOfferID: offer.id } })}
        done="Предложение отозвано"
      />
    ),
  };
}
