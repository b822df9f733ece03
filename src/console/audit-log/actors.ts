import { auditLogEndpoints } from "#contract/audit-log/audit-log-endpoints.ts";
import type { OptionSource } from "#console/kit/remote-select.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";

export const ACTORS: OptionSource = {
  emptyText: "Таких пользователей нет",
  useFound: (search, enabled) => {
    const { data, isLoading } = useActors(enabled);
    const found = (data?.items ?? []).filter(({ name }) =>
      name.toLowerCase().includes(search.toLowerCase()),
    );
    return {
      options: found.map(({ id, name, role, isRemoved }) => ({
        id,
        title: name,
        hint: isRemoved ? "удалён" : role.title.toLowerCase(),
      })),
      isLoading,
    };
  },
  useTitles: (ids) =>
    new Map(useActors(ids.length > 0).data?.items.map(({ id, name }) => [id, name])),
};

function useActors(enabled: boolean) {
  return useRead(auditLogEndpoints.actors, {}, { enabled, silent: true });
}
