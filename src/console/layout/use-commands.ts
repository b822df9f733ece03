import { useMemo } from "react";
import { useAccess } from "#web/session/access.ts";
import type { NounModule } from "#console/noun-module.ts";

/** By rights, for «Создать» and the palette. */
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
