export { WorkmanNextStep } from "./workman-next-step.tsx";
