export { EarningText } from "./earning-text.tsx";
