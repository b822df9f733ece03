import { RegistryUpload } from "../registry-upload-view.tsx";
import { PAYROLL } from "./payroll-kind.ts";

export default function PayrollUpload() {
  return <RegistryUpload kind={PAYROLL} />;
}
