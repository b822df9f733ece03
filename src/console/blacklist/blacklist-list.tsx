import { useCan } from "@refinedev/core";
import { Button } from "antd";
import { useCallback, useMemo } from "react";
import type { BlacklistEntry } from "#contract/blacklist/blacklist.ts";
import { blacklistEndpoints } from "#contract/blacklist/blacklist-endpoints.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { formatDay } from "#web/format/dates.ts";
import { formatPhone } from "#web/format/phone.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { toast } from "#web/ui/toasts.ts";
import { blacklistClearWindow } from "./blacklist-clear-modal.tsx";
import { BlacklistDetails } from "./blacklist-details.tsx";
import { blacklistUploadWindow } from "./blacklist-upload-modal.tsx";
import { blacklistAddWindow } from "./index.tsx";
import { useModal } from "#web/modals/use-modal.ts";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [
  filter.search("ФИО, телефон, ИНН, комментарий"),
  filter.manyOf("reasonIDs", "Причина", REASONS.blacklist.definitions),
  filter.oneOf("isActive", "Действие", [
    { id: "true", title: "Действует" },
    { id: "false", title: "Срок истёк" },
  ]),
];
const UNDO_MS = 5000;

export default function BlacklistList() {
  const can = useCan(right("blacklist.manage")).data?.can;
  const { show } = useModal();
  const remove = useRemoval();
  const columns = useMemo(() => columnsOf(remove), [remove]);
  return (
    <>
      <ListPage<BlacklistEntry>
        resource="blacklist"
        title="Чёрный список"
        columns={columns}
        filters={FILTERS}
        order={NEWEST_FIRST}
        countWords={["запись", "записи", "записей"]}
        drawer={{ title: nameOf, content: (entry) => <BlacklistDetails entry={entry} /> }}
        actions={(list) => {
          if (!can) return null;
          const isWhole = Object.values(list.filters).every(
            (value) => value === undefined || value === "",
          );
          return (
            <>
              {isWhole && list.total > 0 ? (
                <Button danger onClick={() => show(blacklistClearWindow(list.total))}>
                  Удалить всех
                </Button>
              ) : null}
              <Button onClick={() => show(blacklistUploadWindow())}>Загрузить файл</Button>
              <Button type="primary" onClick={() => show(blacklistAddWindow())}>
                Добавить
              </Button>
            </>
          );
        }}
        empty="В чёрном списке никого нет. Добавьте того, кого больше не хотите приглашать: он не сможет откликаться на ваши задания и попадать в реестры выплат"
      />
    </>
  );
}

function columnsOf(remove: (entry: BlacklistEntry) => void): ListColumn<BlacklistEntry>[] {
  return [
    column.person(
      "name",
      "Исполнитель",
      (entry) => ({
        id: entry.workman?.id,
        name: nameOf(entry),
        phone: entry.phone,
        inn: entry.inn,
      }),
      { sortField: "name", isFixed: true },
    ),
    column.phone("phone", "Телефон", ({ phone }) => phone),
    column.inn("inn", "ИНН", ({ inn }) => inn, { isHidden: "narrow" }),
    column.text("reason", "Причина", ({ reason }) => reason.title, { width: 210 }),
    column.state(
      "until",
      "Действует",
      ({ isActive, validUntil }) => ({
        title: !isActive
          ? "Срок истёк"
          : validUntil === null
            ? "Бессрочно"
            : `До ${formatDay(validUntil)}`,
        tone: isActive ? "bad" : "neutral",
      }),
      { width: 144 },
    ),
    column.text("running", "Не решено", ({ runningCount }) => runningCount || null, {
      align: "right",
      width: 100,
    }),
    column.text("comment", "Комментарий", ({ comment }) => comment, { isHidden: true }),
    column.person("author", "Кто добавил", ({ author }) => author && { name: author.name }, {
      isHidden: true,
    }),
    column.date("createdAt", "Добавлен", ({ createdAt }) => createdAt, {
      sortField: "createdAt",
      isDay: true,
      isHidden: "narrow",
      part: "day",
    }),
    column.actions(nameOf, (entry) =>
      entry.permissions.delete
        ? [{ key: "delete", label: "Убрать из чёрного списка", onClick: () => remove(entry) }]
        : [],
    ),
  ];
}

function nameOf({ name, phone, inn }: BlacklistEntry): string {
  return name ?? (phone === null ? `ИНН ${inn ?? "не указан"}` : formatPhone(phone));
}

/** Who is listed is told in the list of favourites too. */
const BLACKLIST_CHANGES = ["blacklist", "employees"];

function useRemoval(): (entry: BlacklistEntry) => Promise<void> {
  const { run: remove } = useCommand(blacklistEndpoints.delete, { changes: BLACKLIST_CHANGES });
  const { run: restore } = useCommand(blacklistEndpoints.restore, {
    done: "Запись возвращена",
    changes: BLACKLIST_CHANGES,
  });
  return useCallback(
    async (entry) => {
      const params = { id: entry.id };
      if ((await remove({ params })) === null) return;
      toast({
        type: "success",
        key: `blacklist-${entry.id}`,
        message: `${nameOf(entry)}: убран из чёрного списка`,
        durationMs: UNDO_MS,
        action: { title: "Вернуть", run: () => void restore({ params }) },
      });
    },
    [remove, restore],
  );
}
