type Save = () => Promise<void>

const open = new Set<Save>()

/** A page with unsaved text registers how to save it, and gets a function that unregisters it. */
export function openDraft(save: Save): () => void {
  open.add(save)
  return () => open.delete(save)
}

/** Saves every open draft of the page. A draft that cannot be saved stays in this browser. */
export async function saveOpenDrafts(): Promise<void> {
  await Promise.allSettled([...open].map((save) => save()))
}

type Message = { word: 'save' | 'saving' | 'saved'; tab: string }

/** A tab without drafts sends nothing, so the others get this time to begin, and then to finish. */
const [toBeginMs, toEndMs] = [150, 3000]
const channel = typeof document === 'undefined' ? null : new BroadcastChannel('open-drafts')
const here = String(Math.random())
const send = (word: Message['word']) => channel?.postMessage({ word, tab: here } satisfies Message)

channel?.addEventListener('message', async ({ data }: MessageEvent<Message>) => {
  if (data.word !== 'save' || open.size === 0) return
  send('saving')
  await saveOpenDrafts()
  send('saved')
})

/** Saves the open drafts in every tab of this browser. */
export async function saveDraftsOfAllTabs(): Promise<void> {
  const saving = new Set<string>()
  let finish = () => {}
  const listen = ({ data }: MessageEvent<Message>) => {
    if (data.word === 'saving') saving.add(data.tab)
    if (data.word === 'saved') saving.delete(data.tab)
    if (data.word === 'saved' && saving.size === 0) finish()
  }
  channel?.addEventListener('message', listen)
  send('save')
  await Promise.all([saveOpenDrafts(), new Promise((resolve) => setTimeout(resolve, toBeginMs))])
  if (saving.size > 0)
    await new Promise<void>((resolve) => {
      finish = resolve
      setTimeout(resolve, toEndMs)
    })
  channel?.removeEventListener('message', listen)
}
