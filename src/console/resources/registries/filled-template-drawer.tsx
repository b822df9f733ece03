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
type Errors = Partial<Record<"service" | "amount" | "receiptText" | "workEnd" | "workers", string>>;

/** Makes a template with the chosen workers already in it. Source: specification §7, `filled-template`. */
export function FilledTemplateDrawer({ onClose }: { onClose: () => void }) {
  const [serviceText, setServiceText] = useState("");
  const [amount, setAmount] = useState("");
  const [workStart, setWorkStart] = useState("");
  const [workEnd, setWorkEnd] = useState("");
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

  const found = findService(services.data?.items ?? [], serviceText);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const read = amount.trim() === "" ? null : readRubles(amount);
    const wrong: Errors = {};
    if (serviceText.trim() !== "" && !found) wrong.service = "Выберите услугу из списка или оставьте поле пустым";
    if (read && !read.ok) wrong.amount = read.message;
    if (workStart !== "" && workEnd !== "" && workStart > workEnd) wrong.workEnd = "Окончание раньше начала. Проверьте даты";
    if (receiptText !== "" && receiptText.trim().length < 5) wrong.receiptText = "Текст для чека: от 5 до 256 символов";
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setIsBusy(true);
    try {
      await downloadEndpoint(payrollRegistryEndpoints.filledTemplate, {
        query: {
          serviceID: found?.id,
          workStart: workStart || undefined,
          workEnd: workEnd || undefined,
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
      const shown: Errors = { amount: of("amount"), workEnd: of("workEnd"), receiptText: of("receiptText"), workers: of("accountEmployeeIDs") };
      if (Object.values(shown).some(Boolean)) setErrors(shown);
      else toastError(error);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <LightDialog title="Шаблон с исполнителями" onClose={onClose} place="side">
      <form ref={form} onSubmit={(event) => void handleSubmit(event)} noValidate>
        <LightField label="Услуга" list="template-services" placeholder="Код или название; можно заполнить в файле" value={serviceText} onChange={(event) => setServiceText(event.target.value)} errors={errors.service ? [errors.service] : []} autoComplete="off" maxLength={200} />
        <datalist id="template-services">
          {(services.data?.items ?? []).map((service) => (
            <option key={service.id} value={serviceName(service)} />
          ))}
        </datalist>
        <LightField label="Начало работ" type="date" value={workStart} onChange={(event) => setWorkStart(event.target.value)} />
        <LightField label="Окончание работ" type="date" value={workEnd} onChange={(event) => setWorkEnd(event.target.value)} errors={errors.workEnd ? [errors.workEnd] : []} />
        <LightField label="Сумма каждому, ₽" inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} errors={errors.amount ? [errors.amount] : []} />
        <LightField
          label="Текст для чека"
          value={receiptText}
          maxLength={256}
          placeholder={found?.defaultReceiptText}
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

interface NamedService {
  readonly code: string;
  readonly title: string;
}

function serviceName({ code, title }: NamedService): string {
  return `${code} ${title}`;
}

/** The service a person means by its code, by its title, or by choosing it from the list. */
export function findService<Service extends NamedService>(services: readonly Service[], typed: string): Service | undefined {
  const text = typed.trim().toLowerCase();
  if (text === "") return undefined;
  const named = services.find((one) => [one.code, one.title, serviceName(one)].some((name) => name.toLowerCase() === text));
  if (named) return named;
  const likely = services.filter((one) => serviceName(one).toLowerCase().includes(text));
  return likely.length === 1 ? likely[0] : undefined;
}

function Workers({ chosen, onChange, error }: { chosen: readonly number[]; onChange: (ids: readonly number[]) => void; error?: string }) {
  const [search, setSearch] = useState("");
  const { data, isLoading, error: failure } = useRead(employeeEndpoints.list, { query: { search: search || undefined, perPage: WORKMEN_PER_PAGE, sortBy: "name", sortDirection: "asc" } }, { silent: true });
  const items = (data?.items ?? []).map(({ id, name, inn, payObstacle }) => ({ id, title: inn ? `${name}, ИНН ${inn}` : name, obstacle: payObstacle }));
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
  readonly items: readonly { readonly id: number; readonly title: string; readonly obstacle?: string | null }[];
  readonly chosen: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
  readonly isTall?: boolean;
}

function CheckList({ legend, items, chosen, onChange, isTall }: CheckListProps) {
  // Who cannot be paid is shown with the reason and not offered.
  const ids = items.flatMap(({ id, obstacle }) => (obstacle ? [] : [id]));
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
        {items.map(({ id, title, obstacle }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={chosen.includes(id)} disabled={Boolean(obstacle)} onChange={() => toggle(id)} /> {title}
            </label>
            {obstacle ? <span className="field-hint"> {obstacle}</span> : null}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
