import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { employeeSource } from "#console/kit/option-sources.ts";
import { NO_TITLES, type OptionSource, RemoteSelect } from "#console/kit/remote-select.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";

const SHOWN = 20;

export interface ChosenWorkman {
  readonly id: number;
  readonly title: string;
}

export type WorkmenSource = "favourites" | "catalogue";

const SOURCES: Readonly<Record<WorkmenSource, OptionSource>> = {
  favourites: employeeSource({ emptyText: "Среди избранных таких нет. Выберите из каталога" }),
  catalogue: {
    emptyText: "Таких исполнителей нет: проверьте написание",
    useFound: (search, enabled) => {
      const { data, isLoading } = useRead(
        workmanEndpoints.list,
        {
          query: {
            page: 1,
            perPage: SHOWN,
            search: search || undefined,
            sortBy: "rating",
            sortDirection: "desc",
          },
        },
        { enabled, silent: true },
      );
      const options = (data?.items ?? []).map(({ id, name, city, rating }) => ({
        id,
        title: name,
        hint: [city?.title, rating === null ? null : `★ ${rating.toLocaleString("ru-RU")}`]
          .filter(Boolean)
          .join(", "),
      }));
      return { options, isLoading };
    },
    useTitles: () => NO_TITLES,
  },
};

interface WorkmenFieldProps {
  readonly source: WorkmenSource;
  readonly most: number;
  readonly onChosen: (chosen: readonly ChosenWorkman[]) => void;
  readonly id?: string;
  readonly value?: readonly number[];
  readonly onChange?: (ids: readonly number[]) => void;
}

export function WorkmenField({ source, onChosen, onChange, ...field }: WorkmenFieldProps) {
  return (
    <RemoteSelect
      {...field}
      source={SOURCES[source]}
      label="Кого пригласить"
      placeholder="Начните вводить имя"
      isMultiple
      onChange={(ids, chosen) => {
        onChange?.(ids);
        onChosen(chosen);
      }}
    />
  );
}
