export { CaretDown as default } from "./caret-icons.tsx";
