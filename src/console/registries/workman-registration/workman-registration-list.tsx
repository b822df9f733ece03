import { RegistryList } from "../registry-list-view.tsx";
import { WORKMAN_REGISTRATION } from "./workman-registration-kind.ts";

export default function WorkmanRegistrationRegistryList() {
  return <RegistryList kind={WORKMAN_REGISTRATION} />;
}
