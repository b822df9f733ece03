import { useCan } from "@refinedev/core";
import { Suspense, useCallback, useState, type ReactNode } from "react";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { formatRubles } from "#web/format/money.ts";
import type { RowAction } from "#console/kit/columns.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { BlacklistAddModal } from "#console/blacklist/index.tsx";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { CommentField, typedComment, type Commented } from "#console/kit/reason-field.tsx";

interface OfferCommands {
  /** The primary one first. */
  readonly commandsOf: (offer: JobOffer) => RowAction[];
  readonly modal: ReactNode;
}

export function useOfferCommands(): OfferCommands {
  const { open } = useModal();
  const [asked, setAsked] = useState<{
    readonly command: "finish" | "take-back";
    readonly offer: JobOffer;
  } | null>(null);
  const [listed, setListed] = useState<JobOffer["workman"] | null>(null);
  const mayList = useCan(right("blacklist.manage")).data?.can;
  const commandsOf = useCallback(
    (offer: JobOffer): RowAction[] => {
      const { permissions: may } = offer;
      const offerId = offer.id;
      return [
        ...(may.accept
          ? [
              {
                key: "accept",
                label: "Выбрать исполнителем",
                onClick: () => open("offer-accept", { offerId }),
              },
            ]
          : []),
        ...(may.resultAccept
          ? [
              {
                key: "accept-result",
                label: "Принять результат",
                onClick: () => open("offer-mass-accept", { chosen: { offers: [offer] } }),
              },
            ]
          : []),
        ...(may.finishExecution
          ? [
              {
                key: "finish",
                label: "Отметить выполненным",
                onClick: () => setAsked({ command: "finish", offer }),
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
                onClick: () => setAsked({ command: "take-back", offer }),
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
                onClick: () => setListed(offer.workman),
              },
            ]
          : []),
      ];
    },
    [open, mayList],
  );
  const close = () => setAsked(null);
  return {
    commandsOf,
    modal: listed ? (
      <Suspense>
        <BlacklistAddModal workman={listed} onClose={() => setListed(null)} />
      </Suspense>
    ) : asked === null ? null : asked.command === "finish" ? (
      <ModalFrame title="Отметить выполненным" onClose={close} widthPx={480}>
        <RecordForm
          alsoChanges={OFFER_LISTS}
          endpoint={jobOfferEndpoints.finish}
          sentence={`Вместо исполнителя вы сообщите, что работа по заданию «${asked.offer.job.title}» закончена. После этого примите результат: ${asked.offer.workman.name} получит ${formatRubles(asked.offer.amount)}`}
          submitTitle="Отметить выполненным"
          input={({ comment }: Commented) => ({
            body: { jobOfferID: asked.offer.id, comment: typedComment(comment) },
          })}
          done="Работа отмечена выполненной"
        >
          <CommentField hint="Что сделано; можно не заполнять" />
        </RecordForm>
      </ModalFrame>
    ) : (
      <ModalFrame title="Отозвать предложение" onClose={close} widthPx={480}>
        <RecordForm
          alsoChanges={OFFER_LISTS}
          endpoint={jobOfferEndpoints.arbitrationCancel}
          sentence={`Выплата останется прежней: ${formatRubles(asked.offer.amount)}. Исполнителю больше не нужно отвечать`}
          submitTitle="Отозвать"
          input={() => ({ body: { jobOfferID: asked.offer.id } })}
          done="Предложение отозвано"
        />
      </ModalFrame>
    ),
  };
}
