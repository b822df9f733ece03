/** Stands for the adapter of axios that sends by `fetch`: a browser sends by `XMLHttpRequest`, the first in the list. */
export const getFetch = () => null;
