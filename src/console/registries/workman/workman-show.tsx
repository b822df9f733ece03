import type { WorkmanRegistryItem } from "#contract/registries/registry-item.ts";
import { appliedParts } from "../applied/applied-parts.tsx";
import { useInvitationCommands } from "../applied/use-invitation-commands.tsx";
import { RegistryShow } from "../registry-show-view.tsx";
import { WORKMAN } from "./workman-kind.ts";

const PARTS = appliedParts<WorkmanRegistryItem>(WORKMAN, {
  named: [
    { key: "phone", title: "Телефон", width: 150 },
    { key: "firstName", title: "Имя", width: 180 },
  ],
  useCommands: useInvitationCommands,
});

export default function WorkmanRegistryShow() {
  return <RegistryShow kind={WORKMAN} parts={PARTS} />;
}
