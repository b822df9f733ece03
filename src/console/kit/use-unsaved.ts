import { useCallback, useEffect, useState } from "react";
import { setUnsaved } from "#web/session/unsaved-changes.ts";

/**
 * For fields that are no `FormPage`: what is typed is asked about before its modal is closed or
 * its page is left.
 *
 * @returns forgets it: it is saved.
 */
export function useUnsaved(isUnsaved: boolean): () => void {
  const [fields] = useState(() => ({}));
  useEffect(() => {
    setUnsaved(fields, isUnsaved);
    return () => setUnsaved(fields, false);
  }, [fields, isUnsaved]);
  return useCallback(() => setUnsaved(fields, false), [fields]);
}
