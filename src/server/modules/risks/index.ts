export { countPapers, listPapers } from "./papers.ts";
