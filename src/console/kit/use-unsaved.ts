import { useCallback, useEffect, useState } from "react";
import { setUnsaved } from "#web/session/unsaved-changes.ts";

/**
 * For fields outside a `FormPage`.
 *
 * @returns call it once the input is saved.
 */
export function useUnsaved(isUnsaved: boolean): () => void {
  const [fields] = useState(() => ({}));
  useEffect(() => {
    setUnsaved(fields, isUnsaved);
    return () => setUnsaved(fields, false);
  }, [fields, isUnsaved]);
  return useCallback(() => setUnsaved(fields, false), [fields]);
}
