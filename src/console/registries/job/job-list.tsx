import { RegistryList } from "../registry-list-view.tsx";
import { JOB } from "./job-kind.ts";

export default function JobRegistryList() {
  return <RegistryList kind={JOB} />;
}
