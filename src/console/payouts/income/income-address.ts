/** Path for links within this page; the route itself is declared in the module. */
export const INCOME = "/profile/workman/income";
