import type { TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import { REFUSAL_TEXTS } from "#web/auth/invitation.ts";
import { useStoredInvitation } from "./use-stored-invitation.ts";
import { WorkmanForm } from "./workman-form.tsx";

/** For invited persons without the link. */
export function WorkmanWay({ taxpayerType }: { readonly taxpayerType: TaxpayerType }) {
  const { invitation, refusal, leave } = useStoredInvitation();
  return (
    <>
      {invitation ? (
        <p className="notice-line">
          {invitation.firstName ? `${invitation.firstName}, вы` : "Вы"} регистрируетесь по
          приглашению заказчика.{" "}
          <button type="button" className="button button-link" onClick={leave}>
            Без приглашения
          </button>
        </p>
      ) : null}
      {refusal ? (
        <p className="notice-line" data-kind="warning" role="status">
          {REFUSAL_TEXTS[refusal].title}. Вы регистрируетесь без приглашения.
        </p>
      ) : null}
      <WorkmanForm taxpayerType={taxpayerType} invitation={invitation} />
    </>
  );
}
