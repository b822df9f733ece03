/** Stands for `resize-observer-polyfill`: every browser of the target has its own. */
export default ResizeObserver;
