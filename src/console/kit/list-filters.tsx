import { Button, Flex, Popover, Tag } from "antd";
import { useId, type ReactNode } from "react";
import type { ListFilter } from "./filters.tsx";
import type { PagedList } from "./use-paged-list.ts";

export interface ListFiltersProps {
  readonly filters: readonly ListFilter[];
  readonly list: Pick<PagedList<unknown>, "filters" | "setFilters" | "resetFilters">;
}

export function FilterFields({
  filters,
  list,
  isStacked,
}: ListFiltersProps & { readonly isStacked?: boolean }) {
  return filters.map((one) => {
    const field = one.render(list.filters, list.setFilters);
    return field ? (
      <span key={one.key} style={isStacked ? { display: "grid" } : undefined}>
        {field}
      </span>
    ) : null;
  });
}

export function ExtraFilters({ filters, list }: ListFiltersProps) {
  if (filters.length === 0) return null;
  const count = filters.filter((one) => one.describe(list.filters) !== null).length;
  const fields = (
    <Flex vertical gap="small" style={{ width: 260 }}>
      <FilterFields filters={filters} list={list} isStacked />
    </Flex>
  );
  return (
    <Popover trigger="click" placement="bottomLeft" title="Ещё фильтры" content={fields}>
      <Button>{count > 0 ? `Ещё фильтры (${count})` : "Ещё фильтры"}</Button>
    </Popover>
  );
}

export function ChosenFilters({ filters, list }: ListFiltersProps) {
  const chosen = filters.flatMap((one) => {
    const words = one.describe(list.filters);
    return words === null ? [] : [{ one, words }];
  });
  if (chosen.length === 0) return null;
  return (
    <div className="list-chosen">
      {chosen.map(({ one, words }) => (
        <ChosenTag
          key={one.key}
          words={words}
          onRemove={() =>
            list.setFilters(Object.fromEntries(one.names.map((name) => [name, undefined])))
          }
        />
      ))}
      <Button type="link" size="small" onClick={list.resetFilters}>
        Сбросить
      </Button>
    </div>
  );
}

function ChosenTag({
  words,
  onRemove,
}: {
  readonly words: ReactNode;
  readonly onRemove: () => void;
}) {
  const id = useId();
  const remove = (
    <button
      type="button"
      id={`${id}remove`}
      aria-label="Убрать фильтр"
      aria-labelledby={`${id}remove ${id}words`}
      style={{ border: 0, padding: 0, background: "none", font: "inherit" }}
    >
      ×
    </button>
  );
  return (
    <Tag closable closeIcon={remove} onClose={(event) => (event.preventDefault(), onRemove())}>
      <span id={`${id}words`}>{words}</span>
    </Tag>
  );
}
