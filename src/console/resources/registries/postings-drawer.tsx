import { useState } from "react";
import type { Posting } from "#contract/ledger/posting.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightDialog } from "#console/ui/light/light-dialog.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";
import { registryName } from "./registry-words.ts";

export type PostingsOf = { readonly kind: "registry"; readonly registry: PayrollInfo } | { readonly kind: "item"; readonly item: PayrollItem };

/** The postings a sum is made of: from which account to which, when and why. */
export function PostingsDrawer({ of, onClose }: { of: PostingsOf; onClose: () => void }) {
  return (
    <LightDialog title={of.kind === "registry" ? `Проводки: ${registryName(of.registry).toLowerCase()}` : `Проводки строки ${of.item.rowNo}`} place="side" onClose={onClose}>
      {of.kind === "registry" ? <RegistryPostings id={of.registry.id} /> : <ItemPostings item={of.item} />}
    </LightDialog>
  );
}

function ItemPostings({ item }: { item: PayrollItem }) {
  const { data, error, isLoading } = useRead(payrollRegistryEndpoints.itemPostings, { params: { id: item.id } }, { silent: true, staleTimeMs: 0 });
  return (
    <>
      <p>
        {item.workman?.name ?? item.cells.fullName}, <MoneyText rubles={item.amount} />
        {item.commission ? (
          <>
            , комиссия <MoneyText rubles={item.commission} />
          </>
        ) : null}
      </p>
      <Postings postings={data?.items ?? []} isLoading={isLoading} message={error?.message} />
    </>
  );
}

const PER_PAGE = 30;

function RegistryPostings({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const { data, error, isLoading } = useRead(payrollRegistryEndpoints.postings, { params: { id }, query: { page, perPage: PER_PAGE } }, { silent: true, staleTimeMs: 0 });
  const last = data?.meta.lastPage ?? 1;
  return (
    <>
      <Postings postings={data?.items ?? []} isLoading={isLoading} message={error?.message} />
      {last > 1 ? (
        <nav className="row" aria-label="Страницы проводок">
          <LightButton look="plain" isSmall disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Назад
          </LightButton>
          <span role="status">
            Страница {page} из {last}
          </span>
          <LightButton look="plain" isSmall disabled={page >= last} onClick={() => setPage(page + 1)}>
            Вперёд
          </LightButton>
        </nav>
      ) : null}
    </>
  );
}

function Postings({ postings, isLoading, message }: { postings: readonly Posting[]; isLoading: boolean; message?: string }) {
  if (message) return <p role="alert">{message}</p>;
  if (isLoading) return <p role="status">Загружаем…</p>;
  if (postings.length === 0) return <p>Проводок пока нет: деньги ещё не двигались</p>;
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Таблица проводок">
      <table className="light-table">
        <thead>
          <tr>
            <th scope="col">Когда и что</th>
            <th scope="col">Откуда</th>
            <th scope="col">Куда</th>
            <th scope="col">Сумма</th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting) => (
            <tr key={`${posting.entryID}:${posting.id}`}>
              <td>
                {posting.event.title}
                <br />
                <small className="muted">
                  <DateText value={posting.at} />
                  {posting.comment ? <span className="posting-comment">{posting.comment}</span> : null}
                </small>
              </td>
              <td>{posting.debit.title}</td>
              <td>{posting.credit.title}</td>
              <td>
                <MoneyText rubles={posting.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
