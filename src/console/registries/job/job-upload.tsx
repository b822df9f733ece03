import { RegistryUpload } from "../registry-upload-view.tsx";
import { JOB } from "./job-kind.ts";

export default function JobRegistryUpload() {
  return <RegistryUpload kind={JOB} />;
}
