import { RegistryList } from "../registry-list-view.tsx";
import { WORKMAN } from "./workman-kind.ts";

export default function WorkmanRegistryList() {
  return <RegistryList kind={WORKMAN} />;
}
