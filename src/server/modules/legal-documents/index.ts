export { legalClauses } from "./legal-clauses.ts";
