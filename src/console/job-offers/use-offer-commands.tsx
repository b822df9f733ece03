import { Suspense, useCallback, useState, type ReactNode } from "react";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { formatRubles } from "#web/format/money.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";
import type { RowAction } from "#console/kit/columns.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { useAccess } from "#web/session/access.ts";
import { BlacklistAddModal } from "#console/blacklist/index.tsx";
import { OFFER_LISTS } from "./job-offer-lists.ts";

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
  const mayList = useAccess()("blacklist.manage").can;
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
  const shared = { changes: OFFER_LISTS, onClose: close };
  return {
    commandsOf,
    modal: listed ? (
      <Suspense>
        <BlacklistAddModal workman={listed} onClose={() => setListed(null)} />
      </Suspense>
    ) : asked === null ? null : asked.command === "finish" ? (
      <ActionModal
        {...shared}
        endpoint={jobOfferEndpoints.finish}
        title="Отметить выполненным"
        sentence={`Вместо исполнителя вы сообщите, что работа по заданию «${asked.offer.job.title}» закончена. После этого примите результат: ${asked.offer.workman.name} получит ${formatRubles(asked.offer.amount)}`}
        submitTitle="Отметить выполненным"
        comment={{ hint: "Что сделано; можно не заполнять" }}
        input={({ comment }) => ({ body: { jobOfferID: asked.offer.id, comment } })}
        done="Работа отмечена выполненной"
      />
    ) : (
      <ActionModal
        {...shared}
        endpoint={jobOfferEndpoints.arbitrationCancel}
        title="Отозвать предложение"
        sentence={`Выплата останется прежней: ${formatRubles(asked.offer.amount)}. Исполнителю больше не нужно отвечать`}
        submitTitle="Отозвать"
        input={() => ({ body: { jobOfferID: asked.offer.id } })}
        done="Предложение отозвано"
      />
    ),
  };
}
