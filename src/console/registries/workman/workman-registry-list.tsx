import { RegistryList } from "../registry-list-view.tsx";
import { WORKMAN } from "./workman-kind.ts";

/** Registries of invitations. */
export default function WorkmanRegistryList() {
  return <RegistryList kind={WORKMAN} />;
}
