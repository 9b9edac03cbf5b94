type Save = () => Promise<void>

const open = new Set<Save>()

/** A page that holds unsaved words says how to save them; the answer takes the word back. */
export function openDraft(save: Save): () => void {
  open.add(save)
  return () => open.delete(save)
}

/** Saves whatever is being typed anywhere on the page; a draft that cannot be saved stays in its mirror. */
export async function saveOpenDrafts(): Promise<void> {
  await Promise.allSettled([...open].map((save) => save()))
}
