import { FilterOutlined } from "@ant-design/icons";
import { Button, Drawer, Flex } from "antd";
import { useState } from "react";
import { FingerSize } from "./finger-size.tsx";
import { FilterFields, type ListFiltersProps } from "./list-filters.tsx";

/** On a phone: the search in the line, all others behind one button. Each applies at once. */
export function FilterSheet({ filters, list }: ListFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const search = filters.filter(({ isSearch }) => isSearch);
  const others = filters.filter(({ isSearch }) => !isSearch);
  const hasFields = others.some((one) => one.render(list.filters, list.setFilters) !== null);
  const count = others.filter((one) => one.describe(list.filters) !== null).length;
  const close = () => setIsOpen(false);
  return (
    <FingerSize>
      <div className="list-toolbar">
        <FilterFields filters={search} list={list} />
        {hasFields ? (
          <Button
            icon={<FilterOutlined aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            {count > 0 ? `Фильтры · ${count}` : "Фильтры"}
          </Button>
        ) : null}
      </div>
      <Drawer
        open={isOpen}
        onClose={close}
        placement="bottom"
        height="auto"
        title="Фильтры"
        destroyOnHidden
        footer={
          <Flex gap="small">
            <Button block disabled={count === 0} onClick={list.resetFilters}>
              Сбросить
            </Button>
            <Button block type="primary" onClick={close}>
              Показать
            </Button>
          </Flex>
        }
      >
        <Flex vertical gap="small" className="filter-sheet">
          <FilterFields filters={others} list={list} isStacked />
        </Flex>
      </Drawer>
    </FingerSize>
  );
}
