/** Stand for the two carets of Ant Design's icons that the Table's headers show: the original package computes two-tone colours for them. */
const caret = (path: string) =>
  function Caret({ className = "" }: { className?: string }) {
    return (
      <span className={`anticon ${className}`} role="presentation" aria-hidden="true">
        <svg viewBox="0 0 10 10" width="1em" height="1em" fill="currentColor">
          <path d={path} />
        </svg>
      </span>
    );
  };
export const CaretUp = caret("M1 7.5 5 2.5 9 7.5Z");
export const CaretDown = caret("M1 2.5 5 7.5 9 2.5Z");
