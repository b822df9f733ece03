import { useMemo } from "react";
import { useAccess } from "#console/providers/access.ts";
import type { NounModule } from "#console/providers/module.ts";

/** What the person may begin: the same commands in «Создать» and in the palette. */
export function useCommands(modules: readonly NounModule[]) {
  const access = useAccess();
  return useMemo(
    () =>
      modules
        .flatMap(({ commands = [] }) => commands)
        .filter((command) => access(command.access).can),
    [modules, access],
  );
}
