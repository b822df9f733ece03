export { CaretUp as default } from "./caret-icons.tsx";
