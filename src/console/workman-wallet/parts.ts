export { DebtAlert } from "./debt-alert.tsx";
export { useCardBinding } from "./use-card-binding.ts";
