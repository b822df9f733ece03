import { JOB_PAY_TYPE } from "#contract/definitions/payment-types.ts";
import { CatalogueForm } from "#site/ui/catalogue-form.tsx";
import { CityField } from "#site/ui/city-field.tsx";
import { SiteField } from "#web/ui/site-field.tsx";
import { SelectField } from "#site/ui/select-field.tsx";
import type { JobFilters } from "./job-filters.ts";

interface JobFilterFormProps {
  readonly filters: JobFilters;
  /** Raw: invalid values stay in the fields. */
  readonly query: URLSearchParams;
  readonly cities: readonly { readonly id: number; readonly title: string }[];
}

/** Price and dates are collapsed until used. */
export function JobFilterForm({
  filters: { findings, ...filters },
  query,
  cities,
}: JobFilterFormProps) {
  const isMoreUsed = ["budgetFrom", "budgetTo", "payType", "dateFrom", "dateTo"].some((name) =>
    query.get(name),
  );
  const field = (name: string) => ({
    name,
    defaultValue: query.get(name) ?? "",
    errors: findings[name] === undefined ? [] : [findings[name]],
  });
  return (
    <CatalogueForm label="Поиск заданий" preserved={["sort", "account"]}>
      <div className="catalogue-search">
        <SiteField
          label="Что ищете"
          type="search"
          name="search"
          maxLength={200}
          placeholder="Например: упаковка"
          defaultValue={filters.search ?? ""}
          autoComplete="off"
        />
      </div>
      <CityField cities={cities} value={filters.cityId} />
      <button type="submit" className="button">
        Найти
      </button>
      <details className="catalogue-more" open={isMoreUsed}>
        <summary>Цена и сроки</summary>
        <div className="catalogue-more-fields">
          <SiteField
            label="Бюджет от, ₽"
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            {...field("budgetFrom")}
          />
          <SiteField
            label="Бюджет до, ₽"
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            {...field("budgetTo")}
          />
          <SelectField
            label="Оплата"
            anyLabel="Любая"
            name="payType"
            defaultValue={filters.payType ?? ""}
            options={JOB_PAY_TYPE.definitions.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <SiteField label="Сроки с" type="date" {...field("dateFrom")} />
          <SiteField label="Сроки по" type="date" {...field("dateTo")} />
        </div>
      </details>
    </CatalogueForm>
  );
}
