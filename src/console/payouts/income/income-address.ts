/** For links within this page; the module declares the route. */
export const INCOME = "/profile/workman/income";
