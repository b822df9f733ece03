import { useState } from "react";
import { sayChange } from "#contract/destinations/destination.ts";
import { destinationEndpoints } from "#contract/destinations/destination-endpoints.ts";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { usePageData, type PublicPage } from "#web/routes/page-module.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { SiteButton } from "#web/ui/site-button.tsx";
import { asHttpError, ConsoleHttpError } from "#web/wire/http-error.ts";
import "./sign-in-page.css";

type Change = AnswerOf<typeof destinationEndpoints.change> & { readonly key: string };

export const page = {
  async load(read, { query }) {
    const key = query.get("key") ?? "";
    try {
      return { ...(await read(destinationEndpoints.change, { params: { key } })), key };
    } catch (thrown) {
      if (thrown instanceof ConsoleHttpError && [404, 422].includes(thrown.statusCode)) return null;
      throw thrown;
    }
  },
  head: (_address, change) => ({
    title: "Это не я",
    description:
      "Остановить выплаты и завершить все сеансы, если карту, счёт или телефон сменили не вы.",
    isIndexed: false,
    status: change === null ? 404 : 200,
  }),
  listAddresses: async () => [],
} satisfies PublicPage<Change | null>;

/**
 * Works without a session: a thief may have ended the owner's. Opening does nothing: messengers
 * open links too.
 */
export default function NotMePage() {
  const change = usePageData<typeof page>();
  return (
    <section className="sign-in card">
      <h1>Это не я</h1>
      {change === null ? (
        <p>Ссылка неверна. Откройте её из сообщения целиком или напишите в поддержку.</p>
      ) : (
        <Disowning change={change} />
      )}
    </section>
  );
}

function Disowning({ change }: { readonly change: Change }) {
  const [isDone, setIsDone] = useState(change.disownedAt !== null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const disown = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await callEndpoint(destinationEndpoints.disown, { params: { key: change.key } });
      setIsDone(true);
    } catch (thrown) {
      setFailure(asHttpError(thrown).message);
    }
    setIsBusy(false);
  };
  if (isDone)
    return (
      <>
        <p role="status">Выплаты остановлены, все сеансы завершены.</p>
        <p>
          {change.kind.id === "PHONE"
            ? "Напишите в поддержку: мы вернём вам вход и возобновим выплаты."
            : "Войдите заново, проверьте, куда приходят деньги, и возобновите выплаты кодом из СМС."}
        </p>
        <p>
          <PageLink to="/authorization">Войти по номеру телефона</PageLink>
        </p>
      </>
    );
  return (
    <>
      <p>
        {sayChange(change.kind.id, change.shown)}: {formatMoscowTime(new Date(change.changedAt))} по
        Москве.
      </p>
      <p>
        Если это сделали не вы, остановите выплаты. Деньги никуда не уйдут, а все, кто сейчас вошёл
        под вашим именем, выйдут. Если это были вы, ничего делать не нужно.
      </p>
      {failure === null ? null : <p role="alert">{failure}</p>}
      <SiteButton isBusy={isBusy} onClick={() => void disown()}>
        Это не я: остановить выплаты
      </SiteButton>
    </>
  );
}
