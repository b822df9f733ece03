import { RegistryUpload } from "../registry-upload-view.tsx";
import { JOB } from "./job-kind.ts";

/** A new registry of jobs. */
export default function JobRegistryUpload() {
  return <RegistryUpload kind={JOB} />;
}
