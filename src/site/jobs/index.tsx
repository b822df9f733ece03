export { JobLines, jobLineOf, type JobLine } from "./job-lines.tsx";
