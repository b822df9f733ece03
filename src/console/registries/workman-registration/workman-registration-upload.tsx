import { RegistryUpload } from "../registry-upload-view.tsx";
import { WORKMAN_REGISTRATION } from "./workman-registration-kind.ts";

export default function WorkmanRegistrationRegistryUpload() {
  return <RegistryUpload kind={WORKMAN_REGISTRATION} />;
}
