import { RegistryUpload } from "../registry-upload-view.tsx";
import { WORKMAN } from "./workman-kind.ts";

export default function WorkmanRegistryUpload() {
  return <RegistryUpload kind={WORKMAN} />;
}
