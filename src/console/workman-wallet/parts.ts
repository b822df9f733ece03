export { useCardBinding } from "./use-card-binding.ts";
