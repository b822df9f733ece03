import { useEffect, useRef, useState, type FormEvent } from "react";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import { MAX_JOB_TAGS } from "#contract/projects/project.ts";
import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { readRubles } from "#console/format/money.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { downloadEndpoint } from "#console/providers/data/request-endpoint.ts";
import { toastError, useRead } from "#console/providers/data/use-endpoint.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightDialog } from "#console/ui/light/light-dialog.tsx";
import { LightField } from "#console/ui/light/light-field.tsx";
import { SearchFilter } from "#console/ui/search-filter.tsx";

const WORKMEN_PER_PAGE = 50;
type Errors = Partial<Record<"amount" | "receiptText" | "workers", string>>;

/** Makes a template with the chosen workers already in it. Source: specification §7, `filled-template`. */
export function FilledTemplateDrawer({ onClose }: { onClose: () => void }) {
  const [serviceId, setServiceId] = useState("");
  const [amount, setAmount] = useState("");
  const [receiptText, setReceiptText] = useState("");
  const [tagIds, setTagIds] = useState<readonly number[]>([]);
  const [employeeIds, setEmployeeIds] = useState<readonly number[]>([]);
  const [format, setFormat] = useState<"xlsx" | "csv">("xlsx");
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const services = useRead(referenceDataEndpoints.serviceList, {}, { staleTimeMs: 600_000 });
  const tags = useRead(projectEndpoints.tags);

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [errors]);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const read = amount.trim() === "" ? null : readRubles(amount);
    const found: Errors = {};
    if (read && !read.ok) found.amount = read.message;
    if (receiptText !== "" && receiptText.trim().length < 5) found.receiptText = "Текст для чека: от 5 до 256 символов";
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setIsBusy(true);
    try {
      await downloadEndpoint(payrollRegistryEndpoints.filledTemplate, {
        query: {
          serviceID: serviceId === "" ? undefined : Number(serviceId),
          accountEmployeeIDs: [...employeeIds],
          amount: read?.ok ? read.rubles : undefined,
          jobTagsIDs: [...tagIds],
          receiptText: receiptText.trim() || undefined,
          format,
        },
      });
      onClose();
    } catch (thrown) {
      const error = asHttpError(thrown);
      const of = (name: string) => error.errors?.[name]?.join(". ");
      const shown: Errors = { amount: of("amount"), receiptText: of("receiptText"), workers: of("accountEmployeeIDs") };
      if (Object.values(shown).some(Boolean)) setErrors(shown);
      else toastError(error);
    } finally {
      setIsBusy(false);
    }
  };

  const chosenService = services.data?.items.find(({ id }) => String(id) === serviceId);
  return (
    <LightDialog title="Шаблон с исполнителями" onClose={onClose} place="side">
      <form ref={form} onSubmit={(event) => void handleSubmit(event)} noValidate>
        <label className="field">
          <span className="field-label">Услуга</span>
          <select className="input" value={serviceId} onChange={(event) => setServiceId(event.target.value)}>
            <option value="">Заполню в файле</option>
            {(services.data?.items ?? []).map((service) => (
              <option key={service.id} value={service.id}>
                {service.code} {service.title}
              </option>
            ))}
          </select>
        </label>
        <LightField label="Сумма каждому, ₽" inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} errors={errors.amount ? [errors.amount] : []} />
        <LightField
          label="Текст для чека"
          value={receiptText}
          maxLength={256}
          placeholder={chosenService?.defaultReceiptText}
          onChange={(event) => setReceiptText(event.target.value)}
          errors={errors.receiptText ? [errors.receiptText] : []}
        />
        {tags.data && tags.data.items.length > 0 ? (
          <CheckList legend="Теги" items={tags.data.items} chosen={tagIds} onChange={(ids) => setTagIds(ids.slice(0, MAX_JOB_TAGS))} />
        ) : null}
        <Workers chosen={employeeIds} onChange={setEmployeeIds} error={errors.workers} />
        <fieldset className="choice">
          <legend>Формат файла</legend>
          {(["xlsx", "csv"] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} /> {one.toUpperCase()}
            </label>
          ))}
        </fieldset>
        <div className="row">
          <LightButton type="submit" isBusy={isBusy}>
            Скачать шаблон
          </LightButton>
          <LightButton look="plain" onClick={onClose}>
            Отмена
          </LightButton>
        </div>
      </form>
    </LightDialog>
  );
}

function Workers({ chosen, onChange, error }: { chosen: readonly number[]; onChange: (ids: readonly number[]) => void; error?: string }) {
  const [search, setSearch] = useState("");
  const { data, isLoading, error: failure } = useRead(employeeEndpoints.list, { query: { search: search || undefined, perPage: WORKMEN_PER_PAGE, onlyPayable: true, sortBy: "name", sortDirection: "asc" } }, { silent: true });
  const items = (data?.items ?? []).map(({ id, name, inn }) => ({ id, title: inn ? `${name}, ИНН ${inn}` : name }));
  return (
    <div className="field">
      <SearchFilter label="Избранные исполнители" value={search} onChange={setSearch} />
      {failure ? <p className="field-error">{failure.message}</p> : null}
      {error ? <p className="field-error">{error}</p> : null}
      <p className="field-hint" role="status">
        {isLoading ? "Загружаем…" : `Выбрано ${countOf(chosen.length, ["исполнитель", "исполнителя", "исполнителей"])}${data && data.meta.total > items.length ? `. Показаны первые ${items.length} из ${data.meta.total}: уточните поиск` : ""}`}
      </p>
      {items.length > 0 ? <CheckList legend="Исполнители" items={items} chosen={chosen} onChange={onChange} isTall /> : null}
    </div>
  );
}

interface CheckListProps {
  readonly legend: string;
  readonly items: readonly { readonly id: number; readonly title: string }[];
  readonly chosen: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
  readonly isTall?: boolean;
}

function CheckList({ legend, items, chosen, onChange, isTall }: CheckListProps) {
  const ids = items.map(({ id }) => id);
  const areAllChosen = ids.every((id) => chosen.includes(id));
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <fieldset className="check-list" data-tall={isTall ? "" : undefined}>
      <legend>{legend}</legend>
      {isTall ? (
        <LightButton look="link" onClick={() => onChange(areAllChosen ? chosen.filter((id) => !ids.includes(id)) : [...new Set([...chosen, ...ids])])}>
          {areAllChosen ? "Снять выбор" : "Выбрать всех в списке"}
        </LightButton>
      ) : null}
      <ul className="plain-list">
        {items.map(({ id, title }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} /> {title}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
