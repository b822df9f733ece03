import { RegistryUpload } from "../registry-upload-view.tsx";
import { PAYROLL } from "./payroll-kind.ts";

/** A new payroll registry. */
export default function PayrollUpload() {
  return <RegistryUpload kind={PAYROLL} />;
}
