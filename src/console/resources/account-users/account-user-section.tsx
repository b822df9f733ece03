import { useList, type HttpError } from "@refinedev/core";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { AccountUser } from "#contract/account-users/account-user.ts";
import { DEFAULT_PER_PAGE } from "#contract/http/paging.ts";
import { countOf } from "#contract/values/plural.ts";
import { useModal } from "#console/modals/use-modal.ts";
import { useAccess } from "#console/providers/access.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { useIdle } from "#console/providers/use-idle.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightField } from "#console/ui/light/light-field.tsx";
import { LightPager } from "#console/ui/light/light-pager.tsx";
import { AccountUserRow } from "./account-user-row.tsx";
import "./account-users.css";

/** Typing stops this long before the list is asked. */
const SEARCH_AFTER_MS = 300;
/** Fewer people than this are found by eye. */
const SEARCH_FROM = 10;

/** Users of the company, by name; page and search live in the address. */
export default function AccountUserSection() {
  const [query] = useSearchParams();
  const page = Math.max(1, Number(query.get("currentPage")) || 1);
  const search = query.get("search") ?? "";
  const { can: canManage } = useAccess()("account-users.manage");
  const { open, prefetch } = useModal();
  const isIdle = useIdle();
  useEffect(() => {
    if (isIdle && canManage) prefetch("account-user-edit");
  }, [isIdle, canManage, prefetch]);
  const { query: list, result } = useList<AccountUser, HttpError>({
    resource: "account-users",
    pagination: { currentPage: page, pageSize: DEFAULT_PER_PAGE },
    filters: search === "" ? [] : [{ field: "search", operator: "contains", value: search }],
    errorNotification: false,
  });
  const total = result.total ?? 0;
  return (
    <section className="card account-users" aria-labelledby="account-users-title">
      <div className="row account-users-head">
        <h2 id="account-users-title">Пользователи компании</h2>
        <output className="muted">{list.isLoading ? "Загружаем…" : countOf(total, ["человек", "человека", "человек"])}</output>
        {canManage ? (
          <LightButton isSmall onClick={() => open("account-user-edit", { accountUser: null })}>
            Добавить пользователя
          </LightButton>
        ) : null}
      </div>
      {total >= SEARCH_FROM || search !== "" ? <UserSearch search={search} /> : null}
      {list.error ? (
        <p role="alert">
          {asHttpError(list.error).message}{" "}
          <LightButton look="link" onClick={() => void list.refetch()}>
            Повторить
          </LightButton>
        </p>
      ) : (
        <ul className="plain-list account-users-list" aria-busy={list.isFetching}>
          {result.data.map((user) => (
            <AccountUserRow key={user.id} user={user} />
          ))}
        </ul>
      )}
      {!list.isLoading && !list.error && total === 0 ? <p>Никто не найден. Проверьте имя, телефон или e-mail в поиске</p> : null}
      <LightPager page={page} perPage={DEFAULT_PER_PAGE} total={total} label="Страницы пользователей" />
    </section>
  );
}

function UserSearch({ search }: { search: string }) {
  const [, setQuery] = useSearchParams();
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => setQuery(typed.trim() === "" ? {} : { search: typed.trim() }, { replace: true }), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, search, setQuery]);
  return <LightField type="search" label="Найти по имени, телефону или e-mail" value={typed} maxLength={100} onChange={(event) => setTyped(event.target.value)} />;
}
