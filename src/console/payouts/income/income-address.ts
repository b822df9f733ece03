/**
 * Where links of this page lead: its own lists. The route stands in the module, where the server
 * reads it.
 */
export const INCOME = "/profile/workman/income";
