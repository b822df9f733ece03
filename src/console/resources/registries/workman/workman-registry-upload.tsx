import { RegistryUpload } from "../registry-upload.tsx";
import { WORKMAN } from "./workman-kind.ts";

/** A new registry of invitations. */
export default function WorkmanRegistryUpload() {
  return <RegistryUpload kind={WORKMAN} />;
}
