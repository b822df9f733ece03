import { RegistryUpload } from "../registry-upload-view.tsx";
import { WORKMAN } from "./workman-kind.ts";

/** A new registry of invitations. */
export default function WorkmanRegistryUpload() {
  return <RegistryUpload kind={WORKMAN} />;
}
