import type { WorkmanRegistrationRegistryItem } from "#contract/registries/registry-item.ts";
import { appliedParts } from "../applied/applied-parts.tsx";
import { useInvitationCommands } from "../applied/use-invitation-commands.tsx";
import { RegistryShow } from "../registry-show-view.tsx";
import { WORKMAN_REGISTRATION } from "./workman-registration-kind.ts";

const PARTS = appliedParts<WorkmanRegistrationRegistryItem>(WORKMAN_REGISTRATION, {
  named: [
    { key: "phone", title: "Телефон", width: 150 },
    { key: "lastName", title: "Фамилия" },
    { key: "firstName", title: "Имя" },
  ],
  useCommands: useInvitationCommands,
});

export default function WorkmanRegistrationRegistryShow() {
  return <RegistryShow kind={WORKMAN_REGISTRATION} parts={PARTS} />;
}
